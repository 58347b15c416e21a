# fish completion for upgrade

complete --command upgrade --no-files --keep-order --arguments '(upgrade __complete fish (commandline --current-process --tokenize --cut-at-cursor) (commandline --cut-at-cursor --current-token) 2>/dev/null)'
