// The browser journeys need a real Chromium and a font with Chinese characters.
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { CommandFailed, run, step } from './command.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
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

/** Answers the path of Chromium. */
export async function ensureBrowser() {
  const wanted = await missing()
  if (wanted.length > 0 && process.getuid?.() === 0 && onPath('apt-get')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await step('更新软件包列表 (apt-get update)', () => run('apt-get', ['update'], { env }))
    const args = ['install', '-y', '--no-install-recommends', ...wanted, 'fontconfig']
    await step(`安装 ${wanted.join(' ')} (apt-get install)`, () => run('apt-get', args, { env }))
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
