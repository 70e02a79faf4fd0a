# Read by zsh on a terminal. The environment is set up already (/etc/zsh/zshenv).
autoload -Uz compinit && compinit
PS1='%n@%m:%~%# '
