//! `upgrade completion install`: installs the scripts for the shells, and links for the plugin in
//! `PATH`.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::ValueEnum;
use clap_complete::Shell;

use super::script;
use super::view::{CompletionInstallation, InstalledFile};
use crate::cli::Session;
use crate::cli::environment::{self, InstallPlaces};
use crate::connect::local::write;
use crate::error::{Error, ExitStatus, Result};

/// Install completion for your shell, kubectl and oc
///
/// Writes the completion script to the directory of the shell. Links kubectl-upgrade, oc-upgrade,
/// kubectl_complete-upgrade and oc_complete-upgrade next to this program if that directory is in your
/// PATH, otherwise in ~/.local/bin. Files of other programs are not replaced.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  upgrade completion install              For the shell in $SHELL
  upgrade completion install bash fish
  upgrade completion install --dry-run    Only show what would be written

Exit codes: 0 ok, 1 error, 2 usage")]
pub(super) struct Args {
    /// Shells [default: the one in $SHELL]
    #[arg(value_name = "SHELL")]
    shells: Vec<InstallShell>,
    /// Show what would be written
    #[arg(long)]
    dry_run: bool,
}

/// The shells whose scripts have a usual place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum InstallShell {
    Bash,
    Zsh,
    Fish,
}

/// The names by which kubectl and oc find the plugin, and the programs that complete it.
const LINKS: [&str; 4] =
    ["kubectl-upgrade", "oc-upgrade", "kubectl_complete-upgrade", "oc_complete-upgrade"];

/// The first or second line of every script of ours.
const MARK: &str = "completion for upgrade";

pub(super) fn run(args: &Args, session: &mut Session) -> Result {
    let places = environment::install_places();
    let shells = if args.shells.is_empty() {
        vec![shell_of(places.shell.as_deref())?]
    } else {
        args.shells.clone()
    };
    let home = places.home.clone().ok_or_else(|| {
        Error::new("Output", anyhow!("cannot find your home directory"))
            .hint("set HOME and run the command again")
    })?;
    let scripts = shells.iter().map(|shell| shell.path(&home, &places)).collect::<Vec<_>>();
    let (directory, program) = link_directory(&home, &places)?;
    let mut files = Vec::new();
    for (shell, path) in shells.iter().zip(scripts) {
        if !args.dry_run {
            write_script(&path, &script(shell.shell()))?;
        }
        files.push(InstalledFile { path: path.display().to_string(), link_to: None });
    }
    for name in LINKS {
        let path = directory.join(name);
        if !args.dry_run {
            write::link(&path, &program)?;
        }
        let link_to = Some(program.display().to_string());
        files.push(InstalledFile { path: path.display().to_string(), link_to });
    }
    let hints = hints(&shells, &directory, &places);
    session.ui.show(&CompletionInstallation::new(args.dry_run, files, hints))?;
    Ok(ExitStatus::Success)
}

fn write_script(path: &Path, script: &str) -> Result<()> {
    let directory = path.parent().unwrap_or(Path::new("."));
    write::make_directory(directory)?;
    write::replace(path, script, |text| text.lines().take(2).any(|line| line.contains(MARK)))
}

/// Returns the shell that `SHELL` names.
fn shell_of(variable: Option<&Path>) -> Result<InstallShell> {
    let name =
        variable.and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or_default();
    InstallShell::from_str(name, true).map_err(|_| {
        let what = if name.is_empty() {
            anyhow!("SHELL is not set")
        } else {
            anyhow!("cannot install completion for {name}")
        };
        Error::usage(what).hint("name the shell: upgrade completion install bash|zsh|fish")
    })
}

impl InstallShell {
    fn shell(self) -> Shell {
        match self {
            Self::Bash => Shell::Bash,
            Self::Zsh => Shell::Zsh,
            Self::Fish => Shell::Fish,
        }
    }

    fn path(self, home: &Path, places: &InstallPlaces) -> PathBuf {
        let data = places.data.clone().unwrap_or_else(|| home.join(".local").join("share"));
        let config = places.config.clone().unwrap_or_else(|| home.join(".config"));
        match self {
            // bash-completion: README.md, "Where should I put it to be sure that interactive bash shells will find it"
            Self::Bash => data.join("bash-completion").join("completions").join("upgrade"),
            Self::Zsh => zsh_directory(home).join("_upgrade"),
            Self::Fish => config.join("fish").join("completions").join("upgrade.fish"),
        }
    }
}

/// zsh has no directory of its own below the home directory; this is the usual one.
fn zsh_directory(home: &Path) -> PathBuf {
    home.join(".zfunc")
}

/// Returns the directory in `PATH` for the links, and the program that they point to.
fn link_directory(home: &Path, places: &InstallPlaces) -> Result<(PathBuf, PathBuf)> {
    let program = places.program.clone().ok_or_else(|| {
        Error::new("Output", anyhow!("cannot find the path of this program"))
            .hint("run it by its full path")
    })?;
    let own = program.parent().map(Path::to_owned);
    let local = home.join(".local").join("bin");
    let in_path = own.filter(|own| places.path.contains(own));
    let writable = in_path.filter(|own| write::is_writable(own));
    Ok((writable.unwrap_or(local), program))
}

fn hints(shells: &[InstallShell], links: &Path, places: &InstallPlaces) -> Vec<String> {
    let mut hints = Vec::new();
    if shells.contains(&InstallShell::Zsh) {
        hints.push(
            "add ~/.zfunc to fpath in ~/.zshrc, before compinit:\n  fpath=(~/.zfunc $fpath)"
                .to_owned(),
        );
    }
    if !places.path.iter().any(|directory| directory == links) {
        let links = links.display();
        hints.push(format!("add {links} to PATH so that kubectl and oc find the links:\n  export PATH=\"{links}:$PATH\""));
    }
    if shells.contains(&InstallShell::Bash) {
        hints.push("install the package bash-completion: it loads the script".to_owned());
    }
    hints.push("start a new shell to use completion".to_owned());
    hints
}
