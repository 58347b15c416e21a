# bash completion for upgrade

_upgrade() {
    local IFS=$'\n'
    COMPREPLY=($("$1" __complete bash "${COMP_WORDS[@]:0:COMP_CWORD+1}" 2>/dev/null))
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[/=] ]]; then
        compopt -o nospace 2>/dev/null
    fi
}

# Keep the order where bash can (4.4 and later): recommended updates come first.
complete -o nosort -F _upgrade upgrade 2>/dev/null || complete -F _upgrade upgrade
