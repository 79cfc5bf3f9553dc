// What lies in the data folder is for the account that runs the product and nobody else: files 0600, folders 0700. What is
// written now is written so; folders of earlier releases are put right once, when they are still found open.
import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, type Log, messageOf } from './postgresHome.ts'
import type { Settings } from './settings.ts'

export const PRIVATE_FILE = 0o600
export const PRIVATE_FOLDER = 0o700
/** Of root: the account of PostgreSQL passes through to its own folder, and sees nothing on the way. */
const PASSABLE_FOLDER = 0o711

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

async function closeTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await closeTree(path)
    else if (entry.isFile()) await chmod(path, PRIVATE_FILE)
  }
  // Last: an interrupted run finds it open and goes on.
  await chmod(folder, PRIVATE_FOLDER)
}

async function closeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  if ((await modeOf(folder)) !== PRIVATE_FOLDER) await closeTree(folder)
}

/** Also what a restore has put aside. */
async function foldersOf({ dataDir, filesDir, tempDir, backupsDir }: Settings): Promise<string[]> {
  const aside = (await readdir(dataDir)).filter((name) => /^files_(before|new)_/.test(name))
  return [filesDir, tempDir, backupsDir, ...aside.map((name) => join(dataDir, name))]
}

/** Before anything is served. A folder of another owner cannot be put right from here: that is said, and the start goes on. */
export async function closeFolders(settings: Settings, log: Log): Promise<void> {
  if (process.platform === 'win32') return
  const { dataDir } = settings
  try {
    await mkdir(dataDir, { recursive: true, mode: PRIVATE_FOLDER })
    const wanted = process.getuid?.() === 0 ? PASSABLE_FOLDER : PRIVATE_FOLDER
    if (((await modeOf(dataDir)) & ~wanted) !== 0) await chmod(dataDir, wanted)
    for (const name of await readdir(dataDir)) {
      if (/\.(json|log|log\.1)$/.test(name)) await chmod(join(dataDir, name), PRIVATE_FILE)
    }
    for (const folder of await foldersOf(settings)) await closeFolder(folder)
  } catch (error) {
    if (codeOf(error) !== 'EPERM') throw error
    log(`数据目录 ${dataDir} 中有属于其他系统用户的文件，无法收紧权限，请检查属主 (${messageOf(error)})`)
  }
}
