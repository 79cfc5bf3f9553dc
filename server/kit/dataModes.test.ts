// What the product writes is for its own account alone, whatever the umask of whoever started it.
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeArchive } from './archive.ts'
import { closeFolders } from './dataModes.ts'
import { claim, release } from './ownership.ts'
import { readSettings } from './settings.ts'
import { demoApp, type TestApp } from './test/app.ts'
import { multipart, TINY_PNG } from './test/hostile.ts'

const silent = () => undefined

/** Everything below a folder that somebody else could read, with its mode. */
async function openPlaces(folder: string, top = folder): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const mode = (await stat(path)).mode & 0o777
    const wanted = entry.isDirectory() ? 0o700 : 0o600
    if (mode !== wanted) found.push(`${relative(top, path)} ${mode.toString(8)}`)
    if (entry.isDirectory()) found.push(...(await openPlaces(path, top)))
  }
  return found
}

let app: TestApp
let before: number
beforeAll(async () => {
  before = process.umask(0o022)
  app = await demoApp()
})
afterAll(async () => {
  await app.close()
  process.umask(before)
})

test('an upload, a file that was made and a backup are closed to others', async () => {
  const { settings } = app.app
  const token = await app.signIn('zhengkai', 'Yiyuan2026')
  const headers = { authorization: token }
  const paths = ['/pims/web-org/common/upload', '/bmms/web-bm/file']
  for (const path of paths) {
    const { type, content } = multipart([{ name: 'file', filename: 'a.png', content: TINY_PNG }])
    await app.server.inject({
      method: 'POST',
      url: path,
      headers: { ...headers, 'content-type': type },
      payload: content,
    })
  }
  const files = { kind: 'local', folder: settings.filesDir } as const
  const archive = join(settings.backupsDir, 'a.tar.gz')
  await writeArchive({ url: app.url, file: archive, files, log: silent })
  claim(settings.dataDir)
  const stored = await app.app.pool.query<{ key: string }>(
    'select key from stored_file order by created_at desc limit 1',
  )
  expect((await stat(join(settings.filesDir, stored.rows[0]!.key))).isFile()).toBe(true)
  expect(await openPlaces(settings.dataDir)).toEqual([])
  release(settings.dataDir)
})

test('folders of an earlier release are closed at the start', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'yiyuan-modes-'))
  try {
    const settings = readSettings({ DATA_DIR: dataDir })
    await mkdir(join(settings.filesDir, 'org', '2025'), { recursive: true, mode: 0o755 })
    await mkdir(join(dataDir, 'files_before_20250101-000000'), { mode: 0o755 })
    await writeFile(join(settings.filesDir, 'org', '2025', 'idcard.jpg'), 'x', { mode: 0o644 })
    await writeFile(join(dataDir, 'files_before_20250101-000000', 'idcard.jpg'), 'x', { mode: 0o644 })
    await writeFile(join(dataDir, 'server.json'), '{}', { mode: 0o644 })
    await chmod(dataDir, 0o755)
    expect(await openPlaces(dataDir)).toHaveLength(7)
    await closeFolders(settings, silent)
    expect(await openPlaces(dataDir)).toEqual([])
    expect((await stat(dataDir)).mode & 0o066).toBe(0)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
