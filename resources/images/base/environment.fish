# Read by every fish, with and without a terminal: what every bash reads is read by one, and taken over.
for slipway_line in (env BASH_ENV= /bin/bash --norc -c '. /etc/profile.d/slipway.sh; exec env -0' | string split0)
    set -l slipway_pair (string split -m 1 -- = $slipway_line)
    switch $slipway_pair[1]
        case PWD OLDPWD SHLVL _ BASH_ENV
        case PATH
            set -gx PATH (string split -- : $slipway_pair[2])
        case '*'
            set -gx $slipway_pair[1] $slipway_pair[2]
    end
end
