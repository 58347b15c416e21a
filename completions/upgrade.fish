# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_upgrade_global_optspecs
    string join \n include-not-recommended= to= to-latest= to-image= to-multi-arch= clear= dry-run= y/yes= wait= timeout= stall= allow-not-recommended= accept= allow-explicit-upgrade= allow-upgrade-with-warnings= allow-not-upgradeable= allow-downgrade= pre-checks= force= o/output= color= from= lab= kubeconfig= context= cluster= user= s/server= token= as= as-group= as-uid= as-user-extra= certificate-authority= client-certificate= client-key= insecure-skip-tls-verify= tls-server-name= proxy-url= request-timeout= n/namespace= v/v= h/help V/version
end

function __fish_upgrade_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_upgrade_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_upgrade_using_subcommand
    set -l cmd (__fish_upgrade_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c upgrade -n "__fish_upgrade_needs_command" -l include-not-recommended -d 'Also list updates that are not recommended' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -l to -d 'Request an update to VERSION' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l to-latest -d 'Request the newest recommended update' -r -f -a "patch\t'Within the current minor version'
minor\t'Up to the next minor version'
any\t'Up to the next major version'"
complete -c upgrade -n "__fish_upgrade_needs_command" -l to-image -d 'Request a release image' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l to-multi-arch -d 'Switch the current version to multi-architecture' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -l clear -d 'Cancel the request' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -l dry-run -d 'Print the patch without sending it; server: also validate it' -r -f -a "none\t''
client\t''
server\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -s y -l yes -d 'Skip the confirmation prompt' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -l wait -d 'Wait for accepted, completed (control plane) or workers (all nodes)' -r -f -a "accepted\t'The cluster accepts the request'
completed\t'The control plane is updated'
workers\t'All nodes are updated'"
complete -c upgrade -n "__fish_upgrade_needs_command" -l timeout -d 'Stop waiting after DURATION [default: no limit]' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l stall -d 'Stop waiting if rejected or failing for DURATION [default: 10m]' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l allow-not-recommended -d 'Allow an update that is not recommended' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -l accept -d 'Allow only these risks, for this request' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l allow-explicit-upgrade -d 'Allow an image that is not an available update' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -l allow-upgrade-with-warnings -d 'Allow if failing, updating, invalid, stale or skipping a minor' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -l allow-not-upgradeable -d 'Allow a minor version update while Upgradeable=False' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -l allow-downgrade -d 'Allow an older or incomparable version' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -l pre-checks -d 'Run pre-checks first; false: ignore their insights' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -l force -d 'Make the cluster skip signature checks and preconditions' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_needs_command" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_needs_command" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_needs_command" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_needs_command" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_needs_command" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_needs_command" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_needs_command" -s V -l version -d 'Print version'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "recommend" -d 'Recommend an update and show known issues'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "why" -d 'Explain why a version is not available'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "path" -d 'Find an update path to a version'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "status" -d 'Show update progress, health and time remaining'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "wait" -d 'Wait for an update to complete'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "history" -d 'Show past updates'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "channel" -d 'Show, preview or set the channel'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "upstream" -d 'Show or set the update service'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "accept" -d 'List update risks or accept them on the cluster'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "ack" -d 'List or acknowledge admin gates'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "pre-checks" -d 'Run pre-checks for an update and accept insights'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "start" -d 'Request an update (same as --to and related flags)'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "rollback" -d 'Roll back to the previous release'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "controller" -d 'Run the update status controller'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "graph" -d 'Inspect, check, build and serve update graphs'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "lab" -d 'Manage practice clusters'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "completion" -d 'Print a shell completion script'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "schema" -d 'Print the JSON Schema of an output kind'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "crds" -d 'Print the CRDs of UpdateInformer, UpdateStatus and UpdatePlan'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l version -d 'Show all details of one version' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l show-outdated-releases -d 'Show all releases, not only the newest of each minor' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l accept -d 'Treat these issues as accepted, for this run' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l quiet -d 'Print only the names of issues that are not accepted' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l monitoring-token -d 'Use a temporary token issued by the cluster (10 minutes)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l graph -d 'Read the graph from a file, URL or stdin' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l arch -d 'Architecture of the releases, such as amd64 or multi' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l channel -d 'Use this channel instead of the cluster\'s (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l from-version -d 'Start from this version instead of the cluster\'s' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l prometheus -d 'Query this Prometheus or Thanos instead of the cluster\'s' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l prometheus-token-file -d 'Send the token in FILE to --prometheus' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l prometheus-ca -d 'Trust the CA certificates in FILE for --prometheus' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l cluster-id -d 'Cluster ID to use in queries, for a multi-cluster Prometheus' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l record -d 'Save queries and answers to FILE' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l answers -d 'Use answers saved with --record; query nothing' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l monitoring-token -d 'Use a temporary token issued by the cluster (10 minutes)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l to -d 'Target version, or a minor version such as 4.8' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l allow-not-recommended -d 'Include paths with updates that are not recommended' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l accept -d 'Treat these risks as accepted, for this run' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l all -d 'Show the N best paths (1-100)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l eus -d 'Use EUS updates and show when to pause worker pools' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l graph -d 'Read the graph from a file, URL or stdin' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l arch -d 'Architecture of the releases, such as amd64 or multi' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l channel -d 'Use this channel instead of the cluster\'s (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l from-version -d 'Start from this version instead of the cluster\'s' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l prometheus -d 'Query this Prometheus or Thanos instead of the cluster\'s' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l prometheus-token-file -d 'Send the token in FILE to --prometheus' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l prometheus-ca -d 'Trust the CA certificates in FILE for --prometheus' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l cluster-id -d 'Cluster ID to use in queries, for a multi-cluster Prometheus' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l record -d 'Save queries and answers to FILE' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l answers -d 'Use answers saved with --record; query nothing' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l monitoring-token -d 'Use a temporary token issued by the cluster (10 minutes)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l details -d 'none, nodes, operators, health or all' -r -f -a "none\t''
all\t''
nodes\t'All nodes, and pods that block a drain'
health\t'All insights with description, resources and link'
operators\t'Operators that are updating'"
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l node -d 'Show only these nodes' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -s l -l selector -d 'Show only nodes with these labels' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l wait -d 'Wait for busy informers [default: 2m]' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l informer-update -d 'Update informers first, and wait for them' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l watch -d 'Refresh until you quit' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l exit-code -d 'Exit 5 if failing or stalled, 7 if in progress' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l for -d 'accepted, completed (control plane) or workers (all nodes)' -r -f -a "accepted\t'The cluster accepts the request'
completed\t'The control plane is updated'
workers\t'All nodes are updated'"
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l timeout -d 'Stop waiting after DURATION [default: no limit]' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l stall -d 'Stop waiting if rejected or failing for DURATION [default: 10m]' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l limit -d 'Show only the N newest updates' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l clear -d 'Clear the channel' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l allow-explicit-channel -d 'Allow a channel that does not contain the current release' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l preview -d 'Show updates in this channel without changing it' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l no-wait -d 'Return without waiting for the cluster to retrieve updates' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l timeout -d 'Stop waiting for updates after DURATION; 0 means no limit' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l dry-run -d 'Print the patch without sending it; server: also validate it' -r -f -a "none\t''
client\t''
server\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -s y -l yes -d 'Skip the confirmation prompt' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l graph -d 'Read the graph from a file, URL or stdin' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l arch -d 'Architecture of the releases, such as amd64 or multi' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l prometheus -d 'Query this Prometheus or Thanos instead of the cluster\'s' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l prometheus-token-file -d 'Send the token in FILE to --prometheus' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l prometheus-ca -d 'Trust the CA certificates in FILE for --prometheus' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l cluster-id -d 'Cluster ID to use in queries, for a multi-cluster Prometheus' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l record -d 'Save queries and answers to FILE' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l answers -d 'Use answers saved with --record; query nothing' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l monitoring-token -d 'Use a temporary token issued by the cluster (10 minutes)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l clear -d 'Use the cluster\'s default update service' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l no-wait -d 'Return without waiting for the cluster to retrieve updates' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l timeout -d 'Stop waiting for updates after DURATION; 0 means no limit' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l dry-run -d 'Print the patch without sending it; server: also validate it' -r -f -a "none\t''
client\t''
server\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -s y -l yes -d 'Skip the confirmation prompt' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l replace -d 'Replace all accepted risks with these' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l clear -d 'Stop accepting all risks' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l allow-unknown -d 'Allow names that the cluster does not report' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l dry-run -d 'Print the patch without sending it; server: also validate it' -r -f -a "none\t''
client\t''
server\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -s y -l yes -d 'Skip the confirmation prompt' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l all -d 'Acknowledge all open admin gates' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l dry-run -d 'Print the patch without sending it; server: also validate it' -r -f -a "none\t''
client\t''
server\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -s y -l yes -d 'Skip the confirmation prompt' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l no-wait -d 'Return without waiting for Upgradeable to change' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l timeout -d 'Stop waiting after DURATION; 0 means no limit [default: 2m]' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l version -d 'Version to check' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l wait -d 'Wait for informers; 0 means no limit [default: 2m]' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l details -d 'Also show descriptions, objects and informers' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l accept -d 'Accept all insights or these IDs; -ID stops accepting one' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l also-accept-risks -d 'With --accept: also accept the risks on the cluster' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l informer-update -d 'Update informers before running them' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l dry-run -d 'Do not store the plan or acceptances' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -s y -l yes -d 'Skip the confirmation prompt' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l monitoring-token -d 'Use a temporary token issued by the cluster (10 minutes)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l include-not-recommended -d 'Also list updates that are not recommended' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l to -d 'Request an update to VERSION' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l to-latest -d 'Request the newest recommended update' -r -f -a "patch\t'Within the current minor version'
minor\t'Up to the next minor version'
any\t'Up to the next major version'"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l to-image -d 'Request a release image' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l to-multi-arch -d 'Switch the current version to multi-architecture' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l clear -d 'Cancel the request' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l dry-run -d 'Print the patch without sending it; server: also validate it' -r -f -a "none\t''
client\t''
server\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -s y -l yes -d 'Skip the confirmation prompt' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l wait -d 'Wait for accepted, completed (control plane) or workers (all nodes)' -r -f -a "accepted\t'The cluster accepts the request'
completed\t'The control plane is updated'
workers\t'All nodes are updated'"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l timeout -d 'Stop waiting after DURATION [default: no limit]' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l stall -d 'Stop waiting if rejected or failing for DURATION [default: 10m]' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l allow-not-recommended -d 'Allow an update that is not recommended' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l accept -d 'Allow only these risks, for this request' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l allow-explicit-upgrade -d 'Allow an image that is not an available update' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l allow-upgrade-with-warnings -d 'Allow if failing, updating, invalid, stale or skipping a minor' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l allow-not-upgradeable -d 'Allow a minor version update while Upgradeable=False' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l allow-downgrade -d 'Allow an older or incomparable version' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l pre-checks -d 'Run pre-checks first; false: ignore their insights' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l force -d 'Make the cluster skip signature checks and preconditions' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l dry-run -d 'Print the patch without sending it; server: also validate it' -r -f -a "none\t''
client\t''
server\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -s y -l yes -d 'Skip the confirmation prompt' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l allow-upgrade-with-warnings -d 'Allow if the cluster is invalid or has another request' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l wait -d 'Wait for accepted, completed (control plane) or workers (all nodes)' -r -f -a "accepted\t'The cluster accepts the request'
completed\t'The control plane is updated'
workers\t'All nodes are updated'"
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l timeout -d 'Stop waiting after DURATION [default: no limit]' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l stall -d 'Stop waiting if rejected or failing for DURATION [default: 10m]' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l leader-elect -d 'Use leader election' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l lease-duration -d 'Duration of the Lease for leader election' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l lease-namespace -d 'Namespace of the Lease [default: the current one]' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l metrics -d 'Serve /metrics, /healthz and /readyz; port 0 picks a free port' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l informers -d 'Call informers by proxy, direct, or auto' -r -f -a "auto\t'Directly in the cluster, through the API server elsewhere'
proxy\t'Through the API server'
direct\t'At the addresses of their Services'"
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -f -a "manifests" -d 'Print manifests for the controller'
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l image -d 'Image with this program as its entry point' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l namespace -d 'Namespace to deploy to' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l replicas -d 'Number of replicas; one of them is active' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l informer-secret -d 'Secret with the CA of an informer (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from help" -f -a "manifests" -d 'Print manifests for the controller'
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -f -a "show" -d 'Show releases reachable from the current version'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -f -a "evaluate" -d 'Evaluate update risks and compare with the cluster'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -f -a "build" -d 'Build an update graph from graph-data and releases'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -f -a "audit" -d 'Find releases without a recommended update'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -f -a "lint" -d 'Check graph-data for errors'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -f -a "diff" -d 'Compare two revisions of graph-data'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -f -a "promote" -d 'List versions due for promotion between channels'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -f -a "serve" -d 'Run an update service'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l to -d 'Show only releases on a path to this version' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l all -d 'Show the whole graph, including unreachable releases' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l graph -d 'Read the graph from a file, URL or stdin' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l arch -d 'Architecture of the releases, such as amd64 or multi' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l channel -d 'Use this channel instead of the cluster\'s (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l from-version -d 'Start from this version instead of the cluster\'s' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l version -d 'Show all details of one version' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l graph -d 'Read the graph from a file, URL or stdin' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l arch -d 'Architecture of the releases, such as amd64 or multi' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l channel -d 'Use this channel instead of the cluster\'s (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l from-version -d 'Start from this version instead of the cluster\'s' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l prometheus -d 'Query this Prometheus or Thanos instead of the cluster\'s' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l prometheus-token-file -d 'Send the token in FILE to --prometheus' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l prometheus-ca -d 'Trust the CA certificates in FILE for --prometheus' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l cluster-id -d 'Cluster ID to use in queries, for a multi-cluster Prometheus' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l record -d 'Save queries and answers to FILE' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l answers -d 'Use answers saved with --record; query nothing' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l monitoring-token -d 'Use a temporary token issued by the cluster (10 minutes)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l graph-data -d 'Read graph-data from a directory, .tar.gz or stdin' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l rev -d 'Read graph-data at this git revision' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l releases -d 'Read releases from a file, directory or stdin' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l channel -d 'Keep only the releases of this channel' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l arch -d 'Keep only releases of this architecture, such as amd64' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l compat -d 'Match Cincinnati, including where it fails open' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l graph -d 'Read the graph from a file, URL or stdin' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l graph-data -d 'Read graph-data from a directory, .tar.gz or stdin' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l rev -d 'Read graph-data at this git revision' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l releases -d 'Build the graph with the releases in this file or directory' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l channel -d 'Check this channel (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l arch -d 'Check releases of this architecture, such as amd64 or multi' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l fail-on -d 'no-exit, only-always, only-conditional, no-way or any' -r -f -a "no-exit\t''
only-always\t''
only-conditional\t''
no-way\t''
any\t'All classes'"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l rev -d 'Check this git revision' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l releases -d 'Compare with the releases in this file or directory' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l allow -d 'Allow findings with these codes (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l repo -d 'Checkout to read revisions from' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l version -d 'Show the effect on clusters on this version' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l channel -d 'Channel of these clusters' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l arch -d 'Architecture of these clusters' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l releases -d 'Use the updates that these releases name' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l now -d 'Use this time, such as 2024-03-10T12:00:00Z' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l check -d 'Exit 3 if a promotion is due' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l write -d 'Add due versions to the channel files' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l releases -d 'Read updates and errata URLs from these releases' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l allow-unchecked-way-out -d 'Without --releases: skip the check for further updates' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l errata -d 'Versions and URLs of public errata, one per line' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l check-errata -d 'Fetch errata pages that are not in --errata' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l entered -d 'File with lines of CHANNEL VERSION TIME, instead of git' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l graph-data -d 'Read graph-data from a directory, .tar.gz or stdin' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l rev -d 'Read graph-data at this git revision' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l releases -d 'Read releases from a file or directory' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l listen -d 'Listen address; port 0 picks a free port' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l tls-cert -d 'Certificate chain in PEM, to serve HTTPS' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l tls-key -d 'Private key of the certificate in PEM' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l platforms -d 'Map of cluster IDs to platforms, in YAML or JSON' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l reload -d 'Check for new data this often; 0 disables it' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from help" -f -a "show" -d 'Show releases reachable from the current version'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from help" -f -a "evaluate" -d 'Evaluate update risks and compare with the cluster'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from help" -f -a "build" -d 'Build an update graph from graph-data and releases'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from help" -f -a "audit" -d 'Find releases without a recommended update'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from help" -f -a "lint" -d 'Check graph-data for errors'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from help" -f -a "diff" -d 'Compare two revisions of graph-data'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from help" -f -a "promote" -d 'List versions due for promotion between channels'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from help" -f -a "serve" -d 'Run an update service'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -f -a "list" -d 'List scenarios'
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -f -a "serve" -d 'Run a practice cluster for kubectl, oc and other clients'
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -f -a "export" -d 'Write a scenario to a directory'
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l scenario -d 'Scenario, or a directory of objects [default: vsphere-proxy]' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l listen -d 'Listen address; port 0 picks a free port' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l kubeconfig-out -d 'Write the kubeconfig to FILE' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l speed -d 'Simulated seconds per second; 60 turns an hour into a minute' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l state -d 'Store the cluster in DIR and resume it later' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l allow-remote -d 'Allow a non-loopback address' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from help" -f -a "list" -d 'List scenarios'
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from help" -f -a "serve" -d 'Run a practice cluster for kubectl, oc and other clients'
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from help" -f -a "export" -d 'Write a scenario to a directory'
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -s o -l output -d 'Output format, such as json or yaml (see `upgrade help output`)' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
yaml\t'The same, as YAML'
wide\t'For people, with URLs and channels'
version\t'Bare versions, one a line'
name\t'`clusterversion.config.openshift.io/version`, as kubectl prints names'
svg\t'A picture; for `graph show` alone'
dot\t'For Graphviz to draw; for `graph show` alone'
mermaid\t'For Mermaid to draw, in Markdown; for `graph show` alone'
sarif\t'For code scanning; for `graph lint` alone'
github\t'Annotations of a GitHub workflow; for `graph lint` alone'
markdown\t'For a pull request; for `graph diff` alone'"
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l color -d 'Use color: auto, always or never' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l from -d 'Read recorded objects instead of a cluster' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l lab -d 'Use a practice cluster (see `upgrade lab list`)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l context -d 'Kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l cluster -d 'Kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l user -d 'Kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -s s -l server -d 'URL of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l certificate-authority -d 'CA certificate file for the API server' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l insecure-skip-tls-verify -d 'Do not verify the server certificate (insecure)' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l tls-server-name -d 'Server name to verify in the certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l proxy-url -d 'Proxy URL: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l request-timeout -d 'Timeout for one API request; 0 means no timeout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -s n -l namespace -d 'Accepted for kubectl; all objects are cluster-wide or fixed' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -s v -l v -d 'Log API requests and responses (level 1 and higher)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "recommend" -d 'Recommend an update and show known issues'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "why" -d 'Explain why a version is not available'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "path" -d 'Find an update path to a version'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "status" -d 'Show update progress, health and time remaining'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "wait" -d 'Wait for an update to complete'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "history" -d 'Show past updates'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "channel" -d 'Show, preview or set the channel'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "upstream" -d 'Show or set the update service'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "accept" -d 'List update risks or accept them on the cluster'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "ack" -d 'List or acknowledge admin gates'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "pre-checks" -d 'Run pre-checks for an update and accept insights'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "start" -d 'Request an update (same as --to and related flags)'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "rollback" -d 'Roll back to the previous release'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "controller" -d 'Run the update status controller'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "graph" -d 'Inspect, check, build and serve update graphs'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "lab" -d 'Manage practice clusters'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "completion" -d 'Print a shell completion script'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "schema" -d 'Print the JSON Schema of an output kind'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "crds" -d 'Print the CRDs of UpdateInformer, UpdateStatus and UpdatePlan'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and __fish_seen_subcommand_from controller" -f -a "manifests" -d 'Print manifests for the controller'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and __fish_seen_subcommand_from graph" -f -a "show" -d 'Show releases reachable from the current version'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and __fish_seen_subcommand_from graph" -f -a "evaluate" -d 'Evaluate update risks and compare with the cluster'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and __fish_seen_subcommand_from graph" -f -a "build" -d 'Build an update graph from graph-data and releases'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and __fish_seen_subcommand_from graph" -f -a "audit" -d 'Find releases without a recommended update'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and __fish_seen_subcommand_from graph" -f -a "lint" -d 'Check graph-data for errors'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and __fish_seen_subcommand_from graph" -f -a "diff" -d 'Compare two revisions of graph-data'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and __fish_seen_subcommand_from graph" -f -a "promote" -d 'List versions due for promotion between channels'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and __fish_seen_subcommand_from graph" -f -a "serve" -d 'Run an update service'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and __fish_seen_subcommand_from lab" -f -a "list" -d 'List scenarios'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and __fish_seen_subcommand_from lab" -f -a "serve" -d 'Run a practice cluster for kubectl, oc and other clients'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and __fish_seen_subcommand_from lab" -f -a "export" -d 'Write a scenario to a directory'
