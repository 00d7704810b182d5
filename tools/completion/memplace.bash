# Completion for bash, by the package bash-completion: options from --help, names of
# solvers, targets and packers from the tools, and files.

_memplace_values() {
  case $1 in
    --solver) memplace-solve --list-solvers ;;
    --packer) memplace-pack --list-packers ;;
  esac 2>/dev/null | cut -d ' ' -f 1
}

_memplace() {
  local cur prev words cword split values
  _init_completion -s || return
  values=$(_memplace_values "$prev")
  if [[ $values ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$values" -- "$cur")
  elif [[ $cur == -* ]] && ! $split; then
    mapfile -t COMPREPLY < <(compgen -W "$(_parse_help "$1")" -- "$cur")
    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
  else
    _filedir
  fi
} && complete -F _memplace @MEMPLACE_TOOLS@
