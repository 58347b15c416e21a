
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'upgrade' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'upgrade'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'upgrade' {
            [CompletionResult]::new('--include-not-recommended', '--include-not-recommended', [CompletionResultType]::ParameterName, 'Also show updates that are supported but not recommended, with their reasons')
            [CompletionResult]::new('--to', '--to', [CompletionResultType]::ParameterName, 'Request the update to this version')
            [CompletionResult]::new('--allow-not-recommended', '--allow-not-recommended', [CompletionResultType]::ParameterName, 'Go on although the target is not recommended for this cluster')
            [CompletionResult]::new('--accept', '--accept', [CompletionResultType]::ParameterName, 'For this request only, nothing is stored: accept these risks, and no other that applies or may apply')
            [CompletionResult]::new('--allow-upgrade-with-warnings', '--allow-upgrade-with-warnings', [CompletionResultType]::ParameterName, 'Go on although the cluster is failing, updating, invalid, or its lists are out of date')
            [CompletionResult]::new('--allow-not-upgradeable', '--allow-not-upgradeable', [CompletionResultType]::ParameterName, 'Go on to a later minor version although Upgradeable is False')
            [CompletionResult]::new('--allow-downgrade', '--allow-downgrade', [CompletionResultType]::ParameterName, 'Go on although the target is older than the current version, or may be')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Make the cluster skip verification and preconditions; waives no gate of this program')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would be sent; with `server`, let the API server judge it too')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to the question whether to take on what was waived')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to the question whether to take on what was waived')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Print for programs, or for people with more detail')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Print for programs, or for people with more detail')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use color')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)')
            [CompletionResult]::new('--lab', '--lab', [CompletionResultType]::ParameterName, 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios')
            [CompletionResult]::new('--kubeconfig', '--kubeconfig', [CompletionResultType]::ParameterName, 'Path to the kubeconfig file')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'The kubeconfig context to use')
            [CompletionResult]::new('--cluster', '--cluster', [CompletionResultType]::ParameterName, 'The kubeconfig cluster to use')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The kubeconfig user to use')
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'Address of the API server')
            [CompletionResult]::new('--server', '--server', [CompletionResultType]::ParameterName, 'Address of the API server')
            [CompletionResult]::new('--token', '--token', [CompletionResultType]::ParameterName, 'Bearer token for the API server')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'User to impersonate')
            [CompletionResult]::new('--as-group', '--as-group', [CompletionResultType]::ParameterName, 'Group to impersonate (repeatable)')
            [CompletionResult]::new('--request-timeout', '--request-timeout', [CompletionResultType]::ParameterName, 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('lab', 'lab', [CompletionResultType]::ParameterValue, 'Practice clusters that live in this program')
            [CompletionResult]::new('completion', 'completion', [CompletionResultType]::ParameterValue, 'Print a completion script for a shell')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Print the JSON Schema of a kind, or of all kinds')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'upgrade;lab' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Print for programs, or for people with more detail')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Print for programs, or for people with more detail')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use color')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)')
            [CompletionResult]::new('--lab', '--lab', [CompletionResultType]::ParameterName, 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios')
            [CompletionResult]::new('--kubeconfig', '--kubeconfig', [CompletionResultType]::ParameterName, 'Path to the kubeconfig file')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'The kubeconfig context to use')
            [CompletionResult]::new('--cluster', '--cluster', [CompletionResultType]::ParameterName, 'The kubeconfig cluster to use')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The kubeconfig user to use')
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'Address of the API server')
            [CompletionResult]::new('--server', '--server', [CompletionResultType]::ParameterName, 'Address of the API server')
            [CompletionResult]::new('--token', '--token', [CompletionResultType]::ParameterName, 'Bearer token for the API server')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'User to impersonate')
            [CompletionResult]::new('--as-group', '--as-group', [CompletionResultType]::ParameterName, 'Group to impersonate (repeatable)')
            [CompletionResult]::new('--request-timeout', '--request-timeout', [CompletionResultType]::ParameterName, 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the scenarios')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'upgrade;lab;list' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Print for programs, or for people with more detail')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Print for programs, or for people with more detail')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use color')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)')
            [CompletionResult]::new('--lab', '--lab', [CompletionResultType]::ParameterName, 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios')
            [CompletionResult]::new('--kubeconfig', '--kubeconfig', [CompletionResultType]::ParameterName, 'Path to the kubeconfig file')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'The kubeconfig context to use')
            [CompletionResult]::new('--cluster', '--cluster', [CompletionResultType]::ParameterName, 'The kubeconfig cluster to use')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The kubeconfig user to use')
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'Address of the API server')
            [CompletionResult]::new('--server', '--server', [CompletionResultType]::ParameterName, 'Address of the API server')
            [CompletionResult]::new('--token', '--token', [CompletionResultType]::ParameterName, 'Bearer token for the API server')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'User to impersonate')
            [CompletionResult]::new('--as-group', '--as-group', [CompletionResultType]::ParameterName, 'Group to impersonate (repeatable)')
            [CompletionResult]::new('--request-timeout', '--request-timeout', [CompletionResultType]::ParameterName, 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'upgrade;lab;help' {
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the scenarios')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'upgrade;lab;help;list' {
            break
        }
        'upgrade;lab;help;help' {
            break
        }
        'upgrade;completion' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Print for programs, or for people with more detail')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Print for programs, or for people with more detail')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use color')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)')
            [CompletionResult]::new('--lab', '--lab', [CompletionResultType]::ParameterName, 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios')
            [CompletionResult]::new('--kubeconfig', '--kubeconfig', [CompletionResultType]::ParameterName, 'Path to the kubeconfig file')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'The kubeconfig context to use')
            [CompletionResult]::new('--cluster', '--cluster', [CompletionResultType]::ParameterName, 'The kubeconfig cluster to use')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The kubeconfig user to use')
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'Address of the API server')
            [CompletionResult]::new('--server', '--server', [CompletionResultType]::ParameterName, 'Address of the API server')
            [CompletionResult]::new('--token', '--token', [CompletionResultType]::ParameterName, 'Bearer token for the API server')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'User to impersonate')
            [CompletionResult]::new('--as-group', '--as-group', [CompletionResultType]::ParameterName, 'Group to impersonate (repeatable)')
            [CompletionResult]::new('--request-timeout', '--request-timeout', [CompletionResultType]::ParameterName, 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'upgrade;schema' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Print for programs, or for people with more detail')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Print for programs, or for people with more detail')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use color')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)')
            [CompletionResult]::new('--lab', '--lab', [CompletionResultType]::ParameterName, 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios')
            [CompletionResult]::new('--kubeconfig', '--kubeconfig', [CompletionResultType]::ParameterName, 'Path to the kubeconfig file')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'The kubeconfig context to use')
            [CompletionResult]::new('--cluster', '--cluster', [CompletionResultType]::ParameterName, 'The kubeconfig cluster to use')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'The kubeconfig user to use')
            [CompletionResult]::new('-s', '-s', [CompletionResultType]::ParameterName, 'Address of the API server')
            [CompletionResult]::new('--server', '--server', [CompletionResultType]::ParameterName, 'Address of the API server')
            [CompletionResult]::new('--token', '--token', [CompletionResultType]::ParameterName, 'Bearer token for the API server')
            [CompletionResult]::new('--as', '--as', [CompletionResultType]::ParameterName, 'User to impersonate')
            [CompletionResult]::new('--as-group', '--as-group', [CompletionResultType]::ParameterName, 'Group to impersonate (repeatable)')
            [CompletionResult]::new('--request-timeout', '--request-timeout', [CompletionResultType]::ParameterName, 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'upgrade;help' {
            [CompletionResult]::new('lab', 'lab', [CompletionResultType]::ParameterValue, 'Practice clusters that live in this program')
            [CompletionResult]::new('completion', 'completion', [CompletionResultType]::ParameterValue, 'Print a completion script for a shell')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Print the JSON Schema of a kind, or of all kinds')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'upgrade;help;lab' {
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the scenarios')
            break
        }
        'upgrade;help;lab;list' {
            break
        }
        'upgrade;help;completion' {
            break
        }
        'upgrade;help;schema' {
            break
        }
        'upgrade;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
