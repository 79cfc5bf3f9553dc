// The browser journeys need a real Chromium and a font with Chinese characters.
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { CommandFailed, run, step } from './command.mjs'

/** The same browser without windows of its own: journeys take half the time in it. */
const SHELL = 'chromium-headless-shell'
const names = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const known = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

function onPath(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, name)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      // Not in this folder.
    }
  }
  return undefined
}

/** A file of that name is not enough: some systems ship a stub that only says what to install. */
async function findChromium() {
  const candidates = [process.env.CHROMIUM, ...names.map(onPath), ...known.filter((path) => existsSync(path))]
  for (const file of candidates.filter(Boolean)) {
    const { code, output } = await run(file, ['--version'], { quiet: true, allowFailure: true })
    if (code === 0 && /chrom/i.test(output)) return file
  }
  return undefined
}

async function hasChineseFont() {
  if (process.platform === 'darwin') return true
  const { code, output } = await run('fc-list', [':lang=zh-cn', 'family'], { quiet: true, allowFailure: true })
  return code === 0 && output.trim() !== ''
}

async function missing() {
  return [...((await findChromium()) ? [] : ['chromium']), ...((await hasChineseFont()) ? [] : ['fonts-noto-cjk'])]
}

const mayInstall = () => process.getuid?.() === 0 && onPath('apt-get') !== undefined
const env = { DEBIAN_FRONTEND: 'noninteractive' }
const install = (packages) => ['install', '-y', '--no-install-recommends', ...packages]

/** Where it cannot be had, the browser with windows does as well. */
async function tryShell() {
  if (process.env.CHROMIUM || onPath(SHELL) || !mayInstall()) return
  await step(`安装 ${SHELL} (apt-get install)`, async () => {
    await run('apt-get', ['update'], { env, quiet: true, allowFailure: true })
    await run('apt-get', install([SHELL]), { env, quiet: true, allowFailure: true })
  })
}

/** Answers the path of Chromium. */
export async function ensureBrowser() {
  await tryShell()
  const wanted = await missing()
  if (wanted.length > 0 && mayInstall()) {
    await step('更新软件包列表 (apt-get update)', () => run('apt-get', ['update'], { env }))
    await step(`安装 ${wanted.join(' ')} (apt-get install)`, () =>
      run('apt-get', install([...wanted, 'fontconfig']), { env }),
    )
  }
  const left = wanted.length > 0 ? await missing() : []
  if (left.length === 0) return findChromium()
  throw new CommandFailed(
    [
      `浏览器测试缺少 ${left.join(' 和 ')}，请先安装 (the browser tests need ${left.join(' and ')}):`,
      `  Debian, Ubuntu:  sudo apt-get install -y ${left.join(' ')} fontconfig`,
      '  Fedora:          sudo dnf install -y chromium google-noto-sans-cjk-fonts',
      '  macOS:           brew install --cask chromium',
      '  其他：安装 Chromium 后以 CHROMIUM=/path/to/chromium 指明 (any other: set CHROMIUM to its path)',
    ].join('\n'),
  )
}
