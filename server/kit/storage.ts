// Where file contents lie: a folder of this machine, or an S3-compatible bucket by setting.
import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Storage } from './context.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './dataModes.ts'
import { newId } from './ids.ts'
import type { Settings } from './settings.ts'
import { checkedKey, MissingContent } from './storageKey.ts'
import { createS3Storage } from './storageS3.ts'

export function createStorage(settings: Pick<Settings, 'storage' | 'filesDir'>): Storage {
  return settings.storage.kind === 's3' ? createS3Storage(settings.storage) : createLocalStorage(settings.filesDir)
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A folder's own entries reach the disk only when the folder is flushed; Windows knows no such thing. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform !== 'win32') await flush(path)
}

export function createLocalStorage(folder: string): Storage {
  const place = (key: string) => join(folder, ...checkedKey(key).split('/'))
  return {
    put: async (key, path) => {
      const target = place(key)
      const home = dirname(target)
      // Beside the target, so that the last step is a rename within one file system: readers see all or nothing.
      const draft = join(home, `.${newId()}.part`)
      await mkdir(home, { recursive: true, mode: PRIVATE_FOLDER })
      try {
        await rename(path, draft).catch(async (error: unknown) => {
          if (codeOf(error) !== 'EXDEV') throw error
          await copyFile(path, draft, constants.COPYFILE_EXCL)
        })
        // It keeps the mode it was written with, wherever that was.
        await chmod(draft, PRIVATE_FILE)
        await flush(draft)
        await rename(draft, target)
        await flushFolder(home)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    get: async (key, range) => {
      const handle = await open(place(key), 'r').catch((error: unknown) => {
        throw codeOf(error) === 'ENOENT' ? new MissingContent(key) : error
      })
      return handle.createReadStream(range ?? {})
    },
    remove: (key) => rm(place(key), { force: true }),
  }
}
