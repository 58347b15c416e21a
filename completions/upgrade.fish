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

complete -c upgrade -n "__fish_upgrade_needs_command" -l include-not-recommended -d 'Also show updates that are supported but not recommended, with their reasons' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -l to -d 'Request the update to this version' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l to-latest -d 'Request the newest recommended version: of this minor version (patch), or of the next minor or major as well' -r -f -a "patch\t'Within the minor version'
minor\t'The next minor version as well'
any\t'The next major version as well'"
complete -c upgrade -n "__fish_upgrade_needs_command" -l to-image -d 'Request this release image' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l to-multi-arch -d 'Request the current version for several architectures' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -l clear -d 'Take back a request; what the cluster has taken up goes on' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -l dry-run -d 'Show what would be sent; with `server`, let the API server judge it too' -r -f -a "none\t''
client\t''
server\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -s y -l yes -d 'Answer yes to the question whether to take on what was waived' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -l wait -d 'Once it is requested, block until it is accepted, completed (control plane) or done on all machines; Ctrl-C ends the waiting, the update goes on' -r -f -a "accepted\t'The cluster has taken the request up'
completed\t'The control plane runs the release'
workers\t'All machines do, too'"
complete -c upgrade -n "__fish_upgrade_needs_command" -l timeout -d 'Give up waiting after this time, such as 90m or 3h; 0 waits for ever, which is the default' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l stall -d 'Give up waiting when the update is refused or failing for this time; 0 never does [default: 10m]' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l allow-not-recommended -d 'Go on although the target is not recommended for this cluster' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -l accept -d 'For this request only, nothing is stored: accept these risks, and no other that applies or may apply' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l allow-explicit-upgrade -d 'Go on although the cluster does not list the image' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -l allow-upgrade-with-warnings -d 'Go on although the cluster is failing, updating, invalid, its lists are out of date, or the target skips a minor version' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -l allow-not-upgradeable -d 'Go on to a later minor version although Upgradeable is False' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -l allow-downgrade -d 'Go on although the target is older than the current version, or may be' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -l pre-checks -d 'Gather pre-checks now, whether there is a plan or not; with `=false`, go on although the plan of the target has insights that are not accepted' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -l force -d 'Make the cluster skip verification and preconditions; of the gates here it waives only that an image is named by tag' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_needs_command" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_needs_command" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_needs_command" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_needs_command" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_needs_command" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_needs_command" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_needs_command" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_needs_command" -s V -l version -d 'Print version'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "recommend" -d 'Show which update to take, and what speaks against it'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "why" -d 'Say why a version is not offered'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "path" -d 'Show the way to a release over several updates: channels, errata and risks of each'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "status" -d 'Show how far an update is, whether it is well, and how long it may still take'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "wait" -d 'Block until the update that was asked for, or is under way, is done'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "history" -d 'Show what ran when, for how long, verified or not, and which risks were accepted'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "channel" -d 'Show the channel and those the release is in, or follow another'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "upstream" -d 'Show the update service that the cluster asks, or let it ask another'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "accept" -d 'Accept update risks on the cluster until they are withdrawn, or list the known ones'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "ack" -d 'List the admin gates of the cluster, or acknowledge them'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "pre-checks" -d 'Show what would speak against an update, and accept it'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "start" -d 'Request an update of the control plane; the same as the flags without `start`'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "rollback" -d 'Go back to the release before, within the minor version'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "controller" -d 'Keep the UpdateStatus and the UpdatePlans of a cluster filled, until told to end'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "graph" -d 'Look at the update graph'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "lab" -d 'Practice clusters that live in this program'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "completion" -d 'Print a completion script for a shell'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "schema" -d 'Print the JSON Schema of a kind, or of all kinds'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "crds" -d 'Print the CustomResourceDefinitions of UpdateInformer, UpdateStatus and UpdatePlan'
complete -c upgrade -n "__fish_upgrade_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l version -d 'Give a full account of this version; exit code 3 if an issue is not accepted' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l show-outdated-releases -d 'Show all releases, not only the newest of each minor version' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l accept -d 'For this run only, nothing is stored: take these issues for accepted' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l quiet -d 'With --version: print the names of the issues that are not accepted, and nothing else' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l monitoring-token -d 'Read the alerts with a token that the cluster makes for that, which lasts ten minutes' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand recommend" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l graph -d 'Read the graph from a file, a URL or standard input, plain or gzip, not from the cluster\'s update service' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l arch -d 'Look at releases of this architecture: amd64, arm64, multi, …' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l channel -d 'Look at this channel, not the cluster\'s own (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l from-version -d 'Start from this version, not the cluster\'s' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l prometheus -d 'Ask this Prometheus or Thanos, not the cluster\'s own; the session\'s token is not sent there' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l prometheus-token-file -d 'Send the token in this file to --prometheus' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l prometheus-ca -d 'Trust the certificate authorities in this file for --prometheus' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l cluster-id -d 'Put this id for `_id=""` in queries, as a Prometheus of many clusters needs' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l record -d 'Save every query with its answer' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l answers -d 'Judge by answers that --record has saved, and ask nobody' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l monitoring-token -d 'Ask the cluster\'s Prometheus with a token that the cluster makes for that, which lasts ten minutes' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand why" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l to -d 'The release to get to, or a minor version for any release of it' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l allow-not-recommended -d 'Propose ways that take updates which are not recommended, too' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l accept -d 'For this run only, nothing is stored: take these risks for accepted' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l all -d 'Show so many of the best ways, at most 100' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l eus -d 'Go from even minor version to even minor version, in their eus or stable channels, and say when worker pools may stay paused' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l graph -d 'Read the graph from a file, a URL or standard input, plain or gzip, not from the cluster\'s update service' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l arch -d 'Look at releases of this architecture: amd64, arm64, multi, …' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l channel -d 'Look at this channel, not the cluster\'s own (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l from-version -d 'Start from this version, not the cluster\'s' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l prometheus -d 'Ask this Prometheus or Thanos, not the cluster\'s own; the session\'s token is not sent there' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l prometheus-token-file -d 'Send the token in this file to --prometheus' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l prometheus-ca -d 'Trust the certificate authorities in this file for --prometheus' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l cluster-id -d 'Put this id for `_id=""` in queries, as a Prometheus of many clusters needs' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l record -d 'Save every query with its answer' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l answers -d 'Judge by answers that --record has saved, and ask nobody' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l monitoring-token -d 'Ask the cluster\'s Prometheus with a token that the cluster makes for that, which lasts ten minutes' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand path" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l details -d 'Show more of it' -r -f -a "none\t''
all\t''
nodes\t'Every node, and what holds its drain'
health\t'Every insight with description, resources and link'
operators\t'The operators that are being updated'"
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l node -d 'Describe these nodes, and what concerns them' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -s l -l selector -d 'Describe the nodes with these labels, and what concerns them, such as node-role.kubernetes.io/infra or zone in (a,b)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l wait -d 'Wait for informers that are updating, no longer than this; 0 waits for ever [default: 2m]' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l informer-update -d 'Let the controller ask informers to look for a newer version of themselves first, and wait for that, as --wait does' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l watch -d 'Stay, and show what changes' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l exit-code -d 'End with 5 where the update fails or is stalled, with 7 where it is under way' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand status" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l for -d 'How far the update must have come' -r -f -a "accepted\t'The cluster has taken the request up'
completed\t'The control plane runs the release'
workers\t'All machines do, too'"
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l timeout -d 'Give up after this time, such as 90m or 3h; 0 waits for ever, which is the default' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l stall -d 'Give up when the update is refused or failing for this time; 0 never does [default: 10m]' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand wait" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l limit -d 'Show no more than this many, newest first' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand history" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l clear -d 'Follow no channel' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l allow-explicit-channel -d 'Go on although the release is not in the channel' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l preview -d 'Show what the cluster would be offered in this channel, judged now, and change nothing' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l no-wait -d 'Return as soon as it is set, without waiting for the available updates to change' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l timeout -d 'Stop waiting for the available updates to change after TIME; 0 means no limit' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l dry-run -d 'Show what would be sent; with `server`, let the API server judge it too' -r -f -a "none\t''
client\t''
server\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -s y -l yes -d 'Answer yes to what would be asked' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l graph -d 'Read the graph from a file, a URL or standard input, plain or gzip, not from the cluster\'s update service' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l arch -d 'Look at releases of this architecture: amd64, arm64, multi, …' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l prometheus -d 'Ask this Prometheus or Thanos, not the cluster\'s own; the session\'s token is not sent there' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l prometheus-token-file -d 'Send the token in this file to --prometheus' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l prometheus-ca -d 'Trust the certificate authorities in this file for --prometheus' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l cluster-id -d 'Put this id for `_id=""` in queries, as a Prometheus of many clusters needs' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l record -d 'Save every query with its answer' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l answers -d 'Judge by answers that --record has saved, and ask nobody' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l monitoring-token -d 'Ask the cluster\'s Prometheus with a token that the cluster makes for that, which lasts ten minutes' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand channel" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l clear -d 'Ask the cluster\'s default one' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l no-wait -d 'Return as soon as it is set, without waiting for the available updates to change' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l timeout -d 'Stop waiting for the available updates to change after TIME; 0 means no limit' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l dry-run -d 'Show what would be sent; with `server`, let the API server judge it too' -r -f -a "none\t''
client\t''
server\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -s y -l yes -d 'Answer yes to what would be asked' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand upstream" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l replace -d 'Accept the named risks and no others' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l clear -d 'Accept no risk any more' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l allow-unknown -d 'Take names that the cluster does not know of, or not yet' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l dry-run -d 'Show what would be sent; with `server`, let the API server judge it too' -r -f -a "none\t''
client\t''
server\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -s y -l yes -d 'Answer yes to what would be asked' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand accept" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l all -d 'Acknowledge all gates that apply and are open' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l dry-run -d 'Show what would be sent; with `server`, let the API server judge it too' -r -f -a "none\t''
client\t''
server\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -s y -l yes -d 'Answer yes to what would be asked' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l no-wait -d 'Do not wait for the effect' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l timeout -d 'Wait for the effect no longer than this, such as 30s or 5m; 0 waits for ever [default: 2m]' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand ack" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l version -d 'The release that is thought of; --accept does without, where there is one plan' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l wait -d 'Wait for informers no longer than this, such as 30s or 5m; 0 waits for ever [default: 2m]' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l details -d 'Show descriptions, objects and informers as well' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l accept -d 'Accept in the plan, until it is withdrawn, what is listed now; or these insights, by id or uid, where -ID withdraws one' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l also-accept-risks -d 'With --accept: accept the risks among these insights on the cluster, too, in spec.desiredUpdate.acceptRisks' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l informer-update -d 'Let informers look for a newer version of themselves first' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l dry-run -d 'Store nothing' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -s y -l yes -d 'Answer yes to what would be asked' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l monitoring-token -d 'Read the alerts with a token that the cluster makes for that, which lasts ten minutes' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand pre-checks" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l include-not-recommended -d 'Also show updates that are supported but not recommended, with their reasons' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l to -d 'Request the update to this version' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l to-latest -d 'Request the newest recommended version: of this minor version (patch), or of the next minor or major as well' -r -f -a "patch\t'Within the minor version'
minor\t'The next minor version as well'
any\t'The next major version as well'"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l to-image -d 'Request this release image' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l to-multi-arch -d 'Request the current version for several architectures' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l clear -d 'Take back a request; what the cluster has taken up goes on' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l dry-run -d 'Show what would be sent; with `server`, let the API server judge it too' -r -f -a "none\t''
client\t''
server\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -s y -l yes -d 'Answer yes to the question whether to take on what was waived' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l wait -d 'Once it is requested, block until it is accepted, completed (control plane) or done on all machines; Ctrl-C ends the waiting, the update goes on' -r -f -a "accepted\t'The cluster has taken the request up'
completed\t'The control plane runs the release'
workers\t'All machines do, too'"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l timeout -d 'Give up waiting after this time, such as 90m or 3h; 0 waits for ever, which is the default' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l stall -d 'Give up waiting when the update is refused or failing for this time; 0 never does [default: 10m]' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l allow-not-recommended -d 'Go on although the target is not recommended for this cluster' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l accept -d 'For this request only, nothing is stored: accept these risks, and no other that applies or may apply' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l allow-explicit-upgrade -d 'Go on although the cluster does not list the image' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l allow-upgrade-with-warnings -d 'Go on although the cluster is failing, updating, invalid, its lists are out of date, or the target skips a minor version' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l allow-not-upgradeable -d 'Go on to a later minor version although Upgradeable is False' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l allow-downgrade -d 'Go on although the target is older than the current version, or may be' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l pre-checks -d 'Gather pre-checks now, whether there is a plan or not; with `=false`, go on although the plan of the target has insights that are not accepted' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l force -d 'Make the cluster skip verification and preconditions; of the gates here it waives only that an image is named by tag' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand start" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l dry-run -d 'Show what would be sent; with `server`, let the API server judge it too' -r -f -a "none\t''
client\t''
server\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -s y -l yes -d 'Answer yes to what would be asked' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l allow-upgrade-with-warnings -d 'Go on although the cluster is invalid or asked for something else' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l wait -d 'Once it is requested, block until it is accepted, completed (control plane) or done on all machines; Ctrl-C ends the waiting, the update goes on' -r -f -a "accepted\t'The cluster has taken the request up'
completed\t'The control plane runs the release'
workers\t'All machines do, too'"
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l timeout -d 'Give up waiting after this time, such as 90m or 3h; 0 waits for ever, which is the default' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l stall -d 'Give up waiting when the update is refused or failing for this time; 0 never does [default: 10m]' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand rollback" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l leader-elect -d 'Work only while a Lease is held, so that of several one works' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l lease-duration -d 'How long the Lease lasts when its holder is gone' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l lease-namespace -d 'Namespace of the Lease [default: that of the pod, or of the kubeconfig\'s context]' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l metrics -d 'Serve /metrics, /healthz and /readyz here; port 0 takes a free one' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l informers -d 'How informers are reached' -r -f -a "auto\t'Directly in the cluster, else through the API server'
proxy\t'Through the API server'
direct\t'At the addresses of their services'"
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -f -a "manifests" -d 'Print a Deployment of the controller, with the rights that it needs and no others'
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and not __fish_seen_subcommand_from manifests help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l image -d 'The image, with this program as its entry point' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l namespace -d 'The namespace that it runs in' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l replicas -d 'How many run, of which one works' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l informer-secret -d 'A Secret with the authority of an informer\'s certificate; may be repeated' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from manifests" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from help" -f -a "manifests" -d 'Print a Deployment of the controller, with the rights that it needs and no others'
complete -c upgrade -n "__fish_upgrade_using_subcommand controller; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -f -a "show" -d 'Show what can be reached: releases, edges and their risks'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -f -a "evaluate" -d 'Judge every update from here by the graph, now, and compare with what the cluster says'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -f -a "build" -d 'Build the graph that an update service serves'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -f -a "audit" -d 'Find releases from which no recommended update leads on'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -f -a "lint" -d 'Find what is wrong with graph-data'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -f -a "diff" -d 'Show what changed between two states of graph-data'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -f -a "promote" -d 'Show which versions are to be promoted from feeders into channels'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -f -a "serve" -d 'Serve updates to clusters, from releases and graph-data'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and not __fish_seen_subcommand_from show evaluate build audit lint diff promote serve help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l to -d 'Show only what lies on a way to this version' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l all -d 'Show the whole graph, with what cannot be reached' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l graph -d 'Read the graph from a file, a URL or standard input, plain or gzip, not from the cluster\'s update service' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l arch -d 'Look at releases of this architecture: amd64, arm64, multi, …' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l channel -d 'Look at this channel, not the cluster\'s own (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l from-version -d 'Start from this version, not the cluster\'s' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l version -d 'Give a full account of this version' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l graph -d 'Read the graph from a file, a URL or standard input, plain or gzip, not from the cluster\'s update service' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l arch -d 'Look at releases of this architecture: amd64, arm64, multi, …' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l channel -d 'Look at this channel, not the cluster\'s own (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l from-version -d 'Start from this version, not the cluster\'s' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l prometheus -d 'Ask this Prometheus or Thanos, not the cluster\'s own; the session\'s token is not sent there' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l prometheus-token-file -d 'Send the token in this file to --prometheus' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l prometheus-ca -d 'Trust the certificate authorities in this file for --prometheus' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l cluster-id -d 'Put this id for `_id=""` in queries, as a Prometheus of many clusters needs' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l record -d 'Save every query with its answer' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l answers -d 'Judge by answers that --record has saved, and ask nobody' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l monitoring-token -d 'Ask the cluster\'s Prometheus with a token that the cluster makes for that, which lasts ten minutes' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from evaluate" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l graph-data -d 'Read graph-data from this folder or .tar.gz; `-` is a .tar.gz at standard input' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l rev -d 'Read what was committed at this revision of the checkout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l releases -d 'Read releases from this file, folder, or standard input' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l channel -d 'Keep the releases of this channel' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l arch -d 'Keep the releases of this architecture: amd64, arm64, multi, …' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l compat -d 'Do as the shipped update service does, where that fails open as well' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from build" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l graph -d 'Look at the graph in a file, at a URL or at standard input' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l graph-data -d 'Read graph-data from this folder or .tar.gz; `-` is a .tar.gz at standard input' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l rev -d 'Read what was committed at this revision of the checkout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l releases -d 'Build the graph from --graph-data and the releases in this file or folder' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l channel -d 'Look at this channel (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l arch -d 'Look at releases of this architecture: amd64, arm64, multi, …' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l fail-on -d 'End with exit code 3 if a release is stranded in one of these ways' -r -f -a "no-exit\t''
only-always\t''
only-conditional\t''
no-way\t''
any\t'All of them'"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from audit" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l rev -d 'Look at what was committed at this revision of the checkout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l releases -d 'Compare with the releases in this file or folder' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l allow -d 'Leave out findings of these codes (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from lint" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l repo -d 'The checkout whose revisions are meant' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l version -d 'Tell what it means for clusters on this version' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l channel -d '… that follow this channel' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l arch -d '… and are of this architecture: amd64, arm64, multi, …' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l releases -d 'Look at the updates that these releases name, and not at all that graph-data would allow' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from diff" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l now -d 'Take this for the time, such as 2024-03-10T12:00:00Z' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l check -d 'End with exit code 3 if something is due' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l write -d 'Put what is due into the files of the channels; comments and order stay' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l releases -d 'Take edges and the addresses of errata from these releases: a raw graph, or a folder of what each says of itself' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l allow-unchecked-way-out -d 'Without --releases: promote releases of earlier minor versions, wherever they lead' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l errata -d 'Take the versions and URLs in this file, one a line, for public' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l check-errata -d 'Ask for the pages of errata that are not in --errata; forbidden and missing ones are not public' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l entered -d 'Take from this file, and not from git, when versions came into feeders: lines of CHANNEL VERSION TIME' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from promote" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l graph-data -d 'Read graph-data from this folder or .tar.gz; `-` is a .tar.gz at standard input' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l rev -d 'Read what was committed at this revision of the checkout' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l releases -d 'Read releases from this file or folder' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l listen -d 'Address to listen at; port 0 takes a free one' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l tls-cert -d 'Serve behind TLS with this certificate, in PEM, and those that vouch for it' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l tls-key -d 'The key of the certificate, in PEM' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l platforms -d 'Look up here, by the id of a cluster, the platform that it does not name: a map in YAML or JSON' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l reload -d 'How often to look whether the data has changed; 0 reads it once' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from serve" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from help" -f -a "show" -d 'Show what can be reached: releases, edges and their risks'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from help" -f -a "evaluate" -d 'Judge every update from here by the graph, now, and compare with what the cluster says'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from help" -f -a "build" -d 'Build the graph that an update service serves'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from help" -f -a "audit" -d 'Find releases from which no recommended update leads on'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from help" -f -a "lint" -d 'Find what is wrong with graph-data'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from help" -f -a "diff" -d 'Show what changed between two states of graph-data'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from help" -f -a "promote" -d 'Show which versions are to be promoted from feeders into channels'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from help" -f -a "serve" -d 'Serve updates to clusters, from releases and graph-data'
complete -c upgrade -n "__fish_upgrade_using_subcommand graph; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -f -a "list" -d 'List the scenarios'
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -f -a "serve" -d 'Serve a practice cluster on this machine, for kubectl, oc and others, until Ctrl-C'
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -f -a "export" -d 'Write a scenario\'s files into a folder'
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and not __fish_seen_subcommand_from list serve export help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l scenario -d 'A scenario, or a folder of objects [default: vsphere-proxy]' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l listen -d 'Address to listen at; port 0 takes a free one' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l kubeconfig-out -d 'Write the kubeconfig here instead of into a folder of its own' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l speed -d 'How many seconds of a cluster\'s life pass in one: at 60, what takes an hour takes a minute' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l state -d 'Keep the cluster in this folder, and go on with the one that is there' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l allow-remote -d 'Listen at an address that others can reach' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from serve" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from export" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from help" -f -a "list" -d 'List the scenarios'
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from help" -f -a "serve" -d 'Serve a practice cluster on this machine, for kubectl, oc and others, until Ctrl-C'
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from help" -f -a "export" -d 'Write a scenario\'s files into a folder'
complete -c upgrade -n "__fish_upgrade_using_subcommand lab; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand completion" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand schema" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -s o -l output -d 'Print for programs, or for people with more detail' -r -f -a "json\t'For programs; `upgrade schema` has the schema'
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
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l color -d 'When to use color' -r -f -a "auto\t''
always\t''
never\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l from -d 'Read a YAML or JSON file, or a folder of them, instead of a cluster (repeatable)' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l lab -d 'Run on a fresh practice cluster; `upgrade lab list` names the scenarios' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l kubeconfig -d 'Path to the kubeconfig file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l context -d 'The kubeconfig context to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l cluster -d 'The kubeconfig cluster to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l user -d 'The kubeconfig user to use' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -s s -l server -d 'Address of the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l token -d 'Bearer token for the API server' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l as -d 'User to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l as-group -d 'Group to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l as-uid -d 'UID to impersonate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l as-user-extra -d 'Extra field to impersonate (repeatable)' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l certificate-authority -d 'Certificate file of the authority that signed the server\'s certificate' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l client-certificate -d 'Client certificate file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l client-key -d 'Client key file' -r -F
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate; whoever answers is believed' -r -f -a "true\t''
false\t''"
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l proxy-url -d 'Proxy between here and the server: http://, https:// or socks5://' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -l request-timeout -d 'How long to wait for an answer to one request, such as 10s or 1m; 0 waits for ever' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -s n -l namespace -d 'Taken as kubectl takes it; nothing here lives in a namespace' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -s v -l v -d 'Show requests and how they were answered, from level 1 on' -r
complete -c upgrade -n "__fish_upgrade_using_subcommand crds" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "recommend" -d 'Show which update to take, and what speaks against it'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "why" -d 'Say why a version is not offered'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "path" -d 'Show the way to a release over several updates: channels, errata and risks of each'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "status" -d 'Show how far an update is, whether it is well, and how long it may still take'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "wait" -d 'Block until the update that was asked for, or is under way, is done'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "history" -d 'Show what ran when, for how long, verified or not, and which risks were accepted'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "channel" -d 'Show the channel and those the release is in, or follow another'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "upstream" -d 'Show the update service that the cluster asks, or let it ask another'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "accept" -d 'Accept update risks on the cluster until they are withdrawn, or list the known ones'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "ack" -d 'List the admin gates of the cluster, or acknowledge them'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "pre-checks" -d 'Show what would speak against an update, and accept it'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "start" -d 'Request an update of the control plane; the same as the flags without `start`'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "rollback" -d 'Go back to the release before, within the minor version'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "controller" -d 'Keep the UpdateStatus and the UpdatePlans of a cluster filled, until told to end'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "graph" -d 'Look at the update graph'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "lab" -d 'Practice clusters that live in this program'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "completion" -d 'Print a completion script for a shell'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "schema" -d 'Print the JSON Schema of a kind, or of all kinds'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "crds" -d 'Print the CustomResourceDefinitions of UpdateInformer, UpdateStatus and UpdatePlan'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and not __fish_seen_subcommand_from recommend why path status wait history channel upstream accept ack pre-checks start rollback controller graph lab completion schema crds help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and __fish_seen_subcommand_from controller" -f -a "manifests" -d 'Print a Deployment of the controller, with the rights that it needs and no others'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and __fish_seen_subcommand_from graph" -f -a "show" -d 'Show what can be reached: releases, edges and their risks'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and __fish_seen_subcommand_from graph" -f -a "evaluate" -d 'Judge every update from here by the graph, now, and compare with what the cluster says'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and __fish_seen_subcommand_from graph" -f -a "build" -d 'Build the graph that an update service serves'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and __fish_seen_subcommand_from graph" -f -a "audit" -d 'Find releases from which no recommended update leads on'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and __fish_seen_subcommand_from graph" -f -a "lint" -d 'Find what is wrong with graph-data'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and __fish_seen_subcommand_from graph" -f -a "diff" -d 'Show what changed between two states of graph-data'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and __fish_seen_subcommand_from graph" -f -a "promote" -d 'Show which versions are to be promoted from feeders into channels'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and __fish_seen_subcommand_from graph" -f -a "serve" -d 'Serve updates to clusters, from releases and graph-data'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and __fish_seen_subcommand_from lab" -f -a "list" -d 'List the scenarios'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and __fish_seen_subcommand_from lab" -f -a "serve" -d 'Serve a practice cluster on this machine, for kubectl, oc and others, until Ctrl-C'
complete -c upgrade -n "__fish_upgrade_using_subcommand help; and __fish_seen_subcommand_from lab" -f -a "export" -d 'Write a scenario\'s files into a folder'
