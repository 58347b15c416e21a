
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
            [CompletionResult]::new('--to-latest', '--to-latest', [CompletionResultType]::ParameterName, 'Request the newest recommended version: of this minor version (patch), or of the next minor or major as well')
            [CompletionResult]::new('--to-image', '--to-image', [CompletionResultType]::ParameterName, 'Request this release image')
            [CompletionResult]::new('--to-multi-arch', '--to-multi-arch', [CompletionResultType]::ParameterName, 'Request the current version for several architectures')
            [CompletionResult]::new('--clear', '--clear', [CompletionResultType]::ParameterName, 'Take back a request; what the cluster has taken up goes on')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would be sent; with `server`, let the API server judge it too')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to the question whether to take on what was waived')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to the question whether to take on what was waived')
            [CompletionResult]::new('--wait', '--wait', [CompletionResultType]::ParameterName, 'Once it is requested, block until it is accepted, completed (control plane) or done on all machines; Ctrl-C ends the waiting, the update goes on')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Give up waiting after this time, such as 90m or 3h; 0 waits for ever, which is the default')
            [CompletionResult]::new('--stall', '--stall', [CompletionResultType]::ParameterName, 'Give up waiting when the update is refused or failing for this time; 0 never does [default: 10m]')
            [CompletionResult]::new('--allow-not-recommended', '--allow-not-recommended', [CompletionResultType]::ParameterName, 'Go on although the target is not recommended for this cluster')
            [CompletionResult]::new('--accept', '--accept', [CompletionResultType]::ParameterName, 'For this request only, nothing is stored: accept these risks, and no other that applies or may apply')
            [CompletionResult]::new('--allow-explicit-upgrade', '--allow-explicit-upgrade', [CompletionResultType]::ParameterName, 'Go on although the cluster does not list the image')
            [CompletionResult]::new('--allow-upgrade-with-warnings', '--allow-upgrade-with-warnings', [CompletionResultType]::ParameterName, 'Go on although the cluster is failing, updating, invalid, or its lists are out of date')
            [CompletionResult]::new('--allow-not-upgradeable', '--allow-not-upgradeable', [CompletionResultType]::ParameterName, 'Go on to a later minor version although Upgradeable is False')
            [CompletionResult]::new('--allow-downgrade', '--allow-downgrade', [CompletionResultType]::ParameterName, 'Go on although the target is older than the current version, or may be')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Make the cluster skip verification and preconditions; of the gates here it waives only that an image is named by tag')
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
            [CompletionResult]::new('--as-uid', '--as-uid', [CompletionResultType]::ParameterName, 'UID to impersonate')
            [CompletionResult]::new('--as-user-extra', '--as-user-extra', [CompletionResultType]::ParameterName, 'Extra field to impersonate (repeatable)')
            [CompletionResult]::new('--certificate-authority', '--certificate-authority', [CompletionResultType]::ParameterName, 'Certificate file of the authority that signed the server''s certificate')
            [CompletionResult]::new('--client-certificate', '--client-certificate', [CompletionResultType]::ParameterName, 'Client certificate file')
            [CompletionResult]::new('--client-key', '--client-key', [CompletionResultType]::ParameterName, 'Client key file')
            [CompletionResult]::new('--insecure-skip-tls-verify', '--insecure-skip-tls-verify', [CompletionResultType]::ParameterName, 'Do not check the server''s certificate; whoever answers is believed')
            [CompletionResult]::new('--tls-server-name', '--tls-server-name', [CompletionResultType]::ParameterName, 'Name to expect in the server''s certificate')
            [CompletionResult]::new('--proxy-url', '--proxy-url', [CompletionResultType]::ParameterName, 'Proxy between here and the server: http://, https:// or socks5://')
            [CompletionResult]::new('--request-timeout', '--request-timeout', [CompletionResultType]::ParameterName, 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Taken as kubectl takes it; nothing here lives in a namespace')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Taken as kubectl takes it; nothing here lives in a namespace')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Show requests and how they were answered, from level 1 on')
            [CompletionResult]::new('--v', '--v', [CompletionResultType]::ParameterName, 'Show requests and how they were answered, from level 1 on')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('wait', 'wait', [CompletionResultType]::ParameterValue, 'Block until the update that was asked for, or is under way, is done')
            [CompletionResult]::new('accept', 'accept', [CompletionResultType]::ParameterValue, 'Accept update risks on the cluster until they are withdrawn, or list the known ones')
            [CompletionResult]::new('ack', 'ack', [CompletionResultType]::ParameterValue, 'List the admin gates of the cluster, or acknowledge them')
            [CompletionResult]::new('lab', 'lab', [CompletionResultType]::ParameterValue, 'Practice clusters that live in this program')
            [CompletionResult]::new('completion', 'completion', [CompletionResultType]::ParameterValue, 'Print a completion script for a shell')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Print the JSON Schema of a kind, or of all kinds')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'upgrade;wait' {
            [CompletionResult]::new('--for', '--for', [CompletionResultType]::ParameterName, 'How far the update must have come')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Give up after this time, such as 90m or 3h; 0 waits for ever, which is the default')
            [CompletionResult]::new('--stall', '--stall', [CompletionResultType]::ParameterName, 'Give up when the update is refused or failing for this time; 0 never does [default: 10m]')
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
            [CompletionResult]::new('--as-uid', '--as-uid', [CompletionResultType]::ParameterName, 'UID to impersonate')
            [CompletionResult]::new('--as-user-extra', '--as-user-extra', [CompletionResultType]::ParameterName, 'Extra field to impersonate (repeatable)')
            [CompletionResult]::new('--certificate-authority', '--certificate-authority', [CompletionResultType]::ParameterName, 'Certificate file of the authority that signed the server''s certificate')
            [CompletionResult]::new('--client-certificate', '--client-certificate', [CompletionResultType]::ParameterName, 'Client certificate file')
            [CompletionResult]::new('--client-key', '--client-key', [CompletionResultType]::ParameterName, 'Client key file')
            [CompletionResult]::new('--insecure-skip-tls-verify', '--insecure-skip-tls-verify', [CompletionResultType]::ParameterName, 'Do not check the server''s certificate; whoever answers is believed')
            [CompletionResult]::new('--tls-server-name', '--tls-server-name', [CompletionResultType]::ParameterName, 'Name to expect in the server''s certificate')
            [CompletionResult]::new('--proxy-url', '--proxy-url', [CompletionResultType]::ParameterName, 'Proxy between here and the server: http://, https:// or socks5://')
            [CompletionResult]::new('--request-timeout', '--request-timeout', [CompletionResultType]::ParameterName, 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Taken as kubectl takes it; nothing here lives in a namespace')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Taken as kubectl takes it; nothing here lives in a namespace')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Show requests and how they were answered, from level 1 on')
            [CompletionResult]::new('--v', '--v', [CompletionResultType]::ParameterName, 'Show requests and how they were answered, from level 1 on')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'upgrade;accept' {
            [CompletionResult]::new('--replace', '--replace', [CompletionResultType]::ParameterName, 'Accept the named risks and no others')
            [CompletionResult]::new('--clear', '--clear', [CompletionResultType]::ParameterName, 'Accept no risk any more')
            [CompletionResult]::new('--allow-unknown', '--allow-unknown', [CompletionResultType]::ParameterName, 'Take names that the cluster does not know of, or not yet')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would be sent; with `server`, let the API server judge it too')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to the question whether to accept what the cluster does not know of')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to the question whether to accept what the cluster does not know of')
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
            [CompletionResult]::new('--as-uid', '--as-uid', [CompletionResultType]::ParameterName, 'UID to impersonate')
            [CompletionResult]::new('--as-user-extra', '--as-user-extra', [CompletionResultType]::ParameterName, 'Extra field to impersonate (repeatable)')
            [CompletionResult]::new('--certificate-authority', '--certificate-authority', [CompletionResultType]::ParameterName, 'Certificate file of the authority that signed the server''s certificate')
            [CompletionResult]::new('--client-certificate', '--client-certificate', [CompletionResultType]::ParameterName, 'Client certificate file')
            [CompletionResult]::new('--client-key', '--client-key', [CompletionResultType]::ParameterName, 'Client key file')
            [CompletionResult]::new('--insecure-skip-tls-verify', '--insecure-skip-tls-verify', [CompletionResultType]::ParameterName, 'Do not check the server''s certificate; whoever answers is believed')
            [CompletionResult]::new('--tls-server-name', '--tls-server-name', [CompletionResultType]::ParameterName, 'Name to expect in the server''s certificate')
            [CompletionResult]::new('--proxy-url', '--proxy-url', [CompletionResultType]::ParameterName, 'Proxy between here and the server: http://, https:// or socks5://')
            [CompletionResult]::new('--request-timeout', '--request-timeout', [CompletionResultType]::ParameterName, 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Taken as kubectl takes it; nothing here lives in a namespace')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Taken as kubectl takes it; nothing here lives in a namespace')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Show requests and how they were answered, from level 1 on')
            [CompletionResult]::new('--v', '--v', [CompletionResultType]::ParameterName, 'Show requests and how they were answered, from level 1 on')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'upgrade;ack' {
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Acknowledge all gates that apply and are open')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would be sent; with `server`, let the API server judge it too')
            [CompletionResult]::new('-y', '-y', [CompletionResultType]::ParameterName, 'Answer yes to the question whether to acknowledge them')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Answer yes to the question whether to acknowledge them')
            [CompletionResult]::new('--no-wait', '--no-wait', [CompletionResultType]::ParameterName, 'Do not wait for the effect')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait for the effect no longer than this, such as 30s or 5m; 0 waits for ever [default: 2m]')
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
            [CompletionResult]::new('--as-uid', '--as-uid', [CompletionResultType]::ParameterName, 'UID to impersonate')
            [CompletionResult]::new('--as-user-extra', '--as-user-extra', [CompletionResultType]::ParameterName, 'Extra field to impersonate (repeatable)')
            [CompletionResult]::new('--certificate-authority', '--certificate-authority', [CompletionResultType]::ParameterName, 'Certificate file of the authority that signed the server''s certificate')
            [CompletionResult]::new('--client-certificate', '--client-certificate', [CompletionResultType]::ParameterName, 'Client certificate file')
            [CompletionResult]::new('--client-key', '--client-key', [CompletionResultType]::ParameterName, 'Client key file')
            [CompletionResult]::new('--insecure-skip-tls-verify', '--insecure-skip-tls-verify', [CompletionResultType]::ParameterName, 'Do not check the server''s certificate; whoever answers is believed')
            [CompletionResult]::new('--tls-server-name', '--tls-server-name', [CompletionResultType]::ParameterName, 'Name to expect in the server''s certificate')
            [CompletionResult]::new('--proxy-url', '--proxy-url', [CompletionResultType]::ParameterName, 'Proxy between here and the server: http://, https:// or socks5://')
            [CompletionResult]::new('--request-timeout', '--request-timeout', [CompletionResultType]::ParameterName, 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Taken as kubectl takes it; nothing here lives in a namespace')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Taken as kubectl takes it; nothing here lives in a namespace')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Show requests and how they were answered, from level 1 on')
            [CompletionResult]::new('--v', '--v', [CompletionResultType]::ParameterName, 'Show requests and how they were answered, from level 1 on')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
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
            [CompletionResult]::new('--as-uid', '--as-uid', [CompletionResultType]::ParameterName, 'UID to impersonate')
            [CompletionResult]::new('--as-user-extra', '--as-user-extra', [CompletionResultType]::ParameterName, 'Extra field to impersonate (repeatable)')
            [CompletionResult]::new('--certificate-authority', '--certificate-authority', [CompletionResultType]::ParameterName, 'Certificate file of the authority that signed the server''s certificate')
            [CompletionResult]::new('--client-certificate', '--client-certificate', [CompletionResultType]::ParameterName, 'Client certificate file')
            [CompletionResult]::new('--client-key', '--client-key', [CompletionResultType]::ParameterName, 'Client key file')
            [CompletionResult]::new('--insecure-skip-tls-verify', '--insecure-skip-tls-verify', [CompletionResultType]::ParameterName, 'Do not check the server''s certificate; whoever answers is believed')
            [CompletionResult]::new('--tls-server-name', '--tls-server-name', [CompletionResultType]::ParameterName, 'Name to expect in the server''s certificate')
            [CompletionResult]::new('--proxy-url', '--proxy-url', [CompletionResultType]::ParameterName, 'Proxy between here and the server: http://, https:// or socks5://')
            [CompletionResult]::new('--request-timeout', '--request-timeout', [CompletionResultType]::ParameterName, 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Taken as kubectl takes it; nothing here lives in a namespace')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Taken as kubectl takes it; nothing here lives in a namespace')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Show requests and how they were answered, from level 1 on')
            [CompletionResult]::new('--v', '--v', [CompletionResultType]::ParameterName, 'Show requests and how they were answered, from level 1 on')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the scenarios')
            [CompletionResult]::new('serve', 'serve', [CompletionResultType]::ParameterValue, 'Serve a practice cluster on this machine, for kubectl, oc and others, until Ctrl-C')
            [CompletionResult]::new('export', 'export', [CompletionResultType]::ParameterValue, 'Write a scenario''s files into a folder')
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
            [CompletionResult]::new('--as-uid', '--as-uid', [CompletionResultType]::ParameterName, 'UID to impersonate')
            [CompletionResult]::new('--as-user-extra', '--as-user-extra', [CompletionResultType]::ParameterName, 'Extra field to impersonate (repeatable)')
            [CompletionResult]::new('--certificate-authority', '--certificate-authority', [CompletionResultType]::ParameterName, 'Certificate file of the authority that signed the server''s certificate')
            [CompletionResult]::new('--client-certificate', '--client-certificate', [CompletionResultType]::ParameterName, 'Client certificate file')
            [CompletionResult]::new('--client-key', '--client-key', [CompletionResultType]::ParameterName, 'Client key file')
            [CompletionResult]::new('--insecure-skip-tls-verify', '--insecure-skip-tls-verify', [CompletionResultType]::ParameterName, 'Do not check the server''s certificate; whoever answers is believed')
            [CompletionResult]::new('--tls-server-name', '--tls-server-name', [CompletionResultType]::ParameterName, 'Name to expect in the server''s certificate')
            [CompletionResult]::new('--proxy-url', '--proxy-url', [CompletionResultType]::ParameterName, 'Proxy between here and the server: http://, https:// or socks5://')
            [CompletionResult]::new('--request-timeout', '--request-timeout', [CompletionResultType]::ParameterName, 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Taken as kubectl takes it; nothing here lives in a namespace')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Taken as kubectl takes it; nothing here lives in a namespace')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Show requests and how they were answered, from level 1 on')
            [CompletionResult]::new('--v', '--v', [CompletionResultType]::ParameterName, 'Show requests and how they were answered, from level 1 on')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'upgrade;lab;serve' {
            [CompletionResult]::new('--scenario', '--scenario', [CompletionResultType]::ParameterName, 'A scenario, or a folder of objects [default: vsphere-proxy]')
            [CompletionResult]::new('--listen', '--listen', [CompletionResultType]::ParameterName, 'Address to listen at; port 0 takes a free one')
            [CompletionResult]::new('--kubeconfig-out', '--kubeconfig-out', [CompletionResultType]::ParameterName, 'Write the kubeconfig here instead of into a folder of its own')
            [CompletionResult]::new('--speed', '--speed', [CompletionResultType]::ParameterName, 'How many seconds of a cluster''s life pass in one: at 60, what takes an hour takes a minute')
            [CompletionResult]::new('--state', '--state', [CompletionResultType]::ParameterName, 'Keep the cluster in this folder, and go on with the one that is there')
            [CompletionResult]::new('--allow-remote', '--allow-remote', [CompletionResultType]::ParameterName, 'Listen at an address that others can reach')
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
            [CompletionResult]::new('--as-uid', '--as-uid', [CompletionResultType]::ParameterName, 'UID to impersonate')
            [CompletionResult]::new('--as-user-extra', '--as-user-extra', [CompletionResultType]::ParameterName, 'Extra field to impersonate (repeatable)')
            [CompletionResult]::new('--certificate-authority', '--certificate-authority', [CompletionResultType]::ParameterName, 'Certificate file of the authority that signed the server''s certificate')
            [CompletionResult]::new('--client-certificate', '--client-certificate', [CompletionResultType]::ParameterName, 'Client certificate file')
            [CompletionResult]::new('--client-key', '--client-key', [CompletionResultType]::ParameterName, 'Client key file')
            [CompletionResult]::new('--insecure-skip-tls-verify', '--insecure-skip-tls-verify', [CompletionResultType]::ParameterName, 'Do not check the server''s certificate; whoever answers is believed')
            [CompletionResult]::new('--tls-server-name', '--tls-server-name', [CompletionResultType]::ParameterName, 'Name to expect in the server''s certificate')
            [CompletionResult]::new('--proxy-url', '--proxy-url', [CompletionResultType]::ParameterName, 'Proxy between here and the server: http://, https:// or socks5://')
            [CompletionResult]::new('--request-timeout', '--request-timeout', [CompletionResultType]::ParameterName, 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Taken as kubectl takes it; nothing here lives in a namespace')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Taken as kubectl takes it; nothing here lives in a namespace')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Show requests and how they were answered, from level 1 on')
            [CompletionResult]::new('--v', '--v', [CompletionResultType]::ParameterName, 'Show requests and how they were answered, from level 1 on')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'upgrade;lab;export' {
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
            [CompletionResult]::new('--as-uid', '--as-uid', [CompletionResultType]::ParameterName, 'UID to impersonate')
            [CompletionResult]::new('--as-user-extra', '--as-user-extra', [CompletionResultType]::ParameterName, 'Extra field to impersonate (repeatable)')
            [CompletionResult]::new('--certificate-authority', '--certificate-authority', [CompletionResultType]::ParameterName, 'Certificate file of the authority that signed the server''s certificate')
            [CompletionResult]::new('--client-certificate', '--client-certificate', [CompletionResultType]::ParameterName, 'Client certificate file')
            [CompletionResult]::new('--client-key', '--client-key', [CompletionResultType]::ParameterName, 'Client key file')
            [CompletionResult]::new('--insecure-skip-tls-verify', '--insecure-skip-tls-verify', [CompletionResultType]::ParameterName, 'Do not check the server''s certificate; whoever answers is believed')
            [CompletionResult]::new('--tls-server-name', '--tls-server-name', [CompletionResultType]::ParameterName, 'Name to expect in the server''s certificate')
            [CompletionResult]::new('--proxy-url', '--proxy-url', [CompletionResultType]::ParameterName, 'Proxy between here and the server: http://, https:// or socks5://')
            [CompletionResult]::new('--request-timeout', '--request-timeout', [CompletionResultType]::ParameterName, 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Taken as kubectl takes it; nothing here lives in a namespace')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Taken as kubectl takes it; nothing here lives in a namespace')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Show requests and how they were answered, from level 1 on')
            [CompletionResult]::new('--v', '--v', [CompletionResultType]::ParameterName, 'Show requests and how they were answered, from level 1 on')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'upgrade;lab;help' {
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the scenarios')
            [CompletionResult]::new('serve', 'serve', [CompletionResultType]::ParameterValue, 'Serve a practice cluster on this machine, for kubectl, oc and others, until Ctrl-C')
            [CompletionResult]::new('export', 'export', [CompletionResultType]::ParameterValue, 'Write a scenario''s files into a folder')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'upgrade;lab;help;list' {
            break
        }
        'upgrade;lab;help;serve' {
            break
        }
        'upgrade;lab;help;export' {
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
            [CompletionResult]::new('--as-uid', '--as-uid', [CompletionResultType]::ParameterName, 'UID to impersonate')
            [CompletionResult]::new('--as-user-extra', '--as-user-extra', [CompletionResultType]::ParameterName, 'Extra field to impersonate (repeatable)')
            [CompletionResult]::new('--certificate-authority', '--certificate-authority', [CompletionResultType]::ParameterName, 'Certificate file of the authority that signed the server''s certificate')
            [CompletionResult]::new('--client-certificate', '--client-certificate', [CompletionResultType]::ParameterName, 'Client certificate file')
            [CompletionResult]::new('--client-key', '--client-key', [CompletionResultType]::ParameterName, 'Client key file')
            [CompletionResult]::new('--insecure-skip-tls-verify', '--insecure-skip-tls-verify', [CompletionResultType]::ParameterName, 'Do not check the server''s certificate; whoever answers is believed')
            [CompletionResult]::new('--tls-server-name', '--tls-server-name', [CompletionResultType]::ParameterName, 'Name to expect in the server''s certificate')
            [CompletionResult]::new('--proxy-url', '--proxy-url', [CompletionResultType]::ParameterName, 'Proxy between here and the server: http://, https:// or socks5://')
            [CompletionResult]::new('--request-timeout', '--request-timeout', [CompletionResultType]::ParameterName, 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Taken as kubectl takes it; nothing here lives in a namespace')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Taken as kubectl takes it; nothing here lives in a namespace')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Show requests and how they were answered, from level 1 on')
            [CompletionResult]::new('--v', '--v', [CompletionResultType]::ParameterName, 'Show requests and how they were answered, from level 1 on')
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
            [CompletionResult]::new('--as-uid', '--as-uid', [CompletionResultType]::ParameterName, 'UID to impersonate')
            [CompletionResult]::new('--as-user-extra', '--as-user-extra', [CompletionResultType]::ParameterName, 'Extra field to impersonate (repeatable)')
            [CompletionResult]::new('--certificate-authority', '--certificate-authority', [CompletionResultType]::ParameterName, 'Certificate file of the authority that signed the server''s certificate')
            [CompletionResult]::new('--client-certificate', '--client-certificate', [CompletionResultType]::ParameterName, 'Client certificate file')
            [CompletionResult]::new('--client-key', '--client-key', [CompletionResultType]::ParameterName, 'Client key file')
            [CompletionResult]::new('--insecure-skip-tls-verify', '--insecure-skip-tls-verify', [CompletionResultType]::ParameterName, 'Do not check the server''s certificate; whoever answers is believed')
            [CompletionResult]::new('--tls-server-name', '--tls-server-name', [CompletionResultType]::ParameterName, 'Name to expect in the server''s certificate')
            [CompletionResult]::new('--proxy-url', '--proxy-url', [CompletionResultType]::ParameterName, 'Proxy between here and the server: http://, https:// or socks5://')
            [CompletionResult]::new('--request-timeout', '--request-timeout', [CompletionResultType]::ParameterName, 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Taken as kubectl takes it; nothing here lives in a namespace')
            [CompletionResult]::new('--namespace', '--namespace', [CompletionResultType]::ParameterName, 'Taken as kubectl takes it; nothing here lives in a namespace')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Show requests and how they were answered, from level 1 on')
            [CompletionResult]::new('--v', '--v', [CompletionResultType]::ParameterName, 'Show requests and how they were answered, from level 1 on')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'upgrade;help' {
            [CompletionResult]::new('wait', 'wait', [CompletionResultType]::ParameterValue, 'Block until the update that was asked for, or is under way, is done')
            [CompletionResult]::new('accept', 'accept', [CompletionResultType]::ParameterValue, 'Accept update risks on the cluster until they are withdrawn, or list the known ones')
            [CompletionResult]::new('ack', 'ack', [CompletionResultType]::ParameterValue, 'List the admin gates of the cluster, or acknowledge them')
            [CompletionResult]::new('lab', 'lab', [CompletionResultType]::ParameterValue, 'Practice clusters that live in this program')
            [CompletionResult]::new('completion', 'completion', [CompletionResultType]::ParameterValue, 'Print a completion script for a shell')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Print the JSON Schema of a kind, or of all kinds')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'upgrade;help;wait' {
            break
        }
        'upgrade;help;accept' {
            break
        }
        'upgrade;help;ack' {
            break
        }
        'upgrade;help;lab' {
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the scenarios')
            [CompletionResult]::new('serve', 'serve', [CompletionResultType]::ParameterValue, 'Serve a practice cluster on this machine, for kubectl, oc and others, until Ctrl-C')
            [CompletionResult]::new('export', 'export', [CompletionResultType]::ParameterValue, 'Write a scenario''s files into a folder')
            break
        }
        'upgrade;help;lab;list' {
            break
        }
        'upgrade;help;lab;serve' {
            break
        }
        'upgrade;help;lab;export' {
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
