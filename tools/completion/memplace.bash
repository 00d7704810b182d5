# Completion for bash, by the package bash-completion: options from --help, names of
# solvers and packers from the tools, and files.

# Prints the values of the option $2 of the tool $1.
_memplace_values() {
  case ${1##*/}:$2 in
    memplace-solve:--solver) "$1" --list-solvers ;;
    memplace-pack:--packer) "$1" --list-packers ;;
  esac 2>/dev/null | cut -d ' ' -f 1
}

_memplace() {
  local cur prev words cword split values
  _init_completion -s || return
  values=$(_memplace_values "$1" "$prev")
  if [[ $values ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$values" -- "$cur")
  elif [[ $cur == -* ]] && ! $split; then
    mapfile -t COMPREPLY < <(compgen -W "$(_parse_help "$1")" -- "$cur")
    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
  else
    _filedir
  fi
} && complete -F _memplace @MEMPLACE_TOOLS@
