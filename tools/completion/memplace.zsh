#compdef @MEMPLACE_TOOLS@
# Completion for zsh: options from --help, names of solvers and packers from the tools, and
# files.

case $PREFIX in
  --solver=*)
    compset -P '--solver='
    compadd -- ${${(f)"$($words[1] --list-solvers 2>/dev/null)"}%% *}
    ;;
  --packer=*)
    compset -P '--packer='
    compadd -- ${${(f)"$($words[1] --list-packers 2>/dev/null)"}%% *}
    ;;
  *) _gnu_generic ;;
esac
