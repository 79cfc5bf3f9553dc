// Start-up brings the database to this release. Before it changes a database that holds data it makes a backup; when
// a migration fails it goes back to that backup, so that the former release starts on unchanged data.
import { join } from 'node:path'
import { writeArchive } from './archive.ts'
import { openPlain } from './archiveCatalog.ts'
import { appliedIn, type Migration, MigrationError, MigrationFailed, migrate } from './migrate.ts'
import { messageOf } from './postgresHome.ts'
import { checkArchive, mayCreateDatabase, restoreArchive, timeTag } from './restore.ts'
import type { Settings } from './settings.ts'

export interface UpgradeOptions {
  url: string
  settings: Pick<Settings, 'backupsDir'>
  log: (line: string) => void
  /** How far the upgrade of a database that holds data is, in per cent. */
  tell?: (percent: number, doing: string) => void
  migrations?: readonly Migration[]
}

/** Call it before any other connection to the database is opened: the way back renames the database. */
export async function upgrade({ url, settings, log, migrations, tell }: UpgradeOptions): Promise<string[]> {
  let saved: { file: string; tags: string } | undefined
  try {
    return await migrate({
      url,
      migrations,
      log,
      tell: tell && ((at, of) => tell(60 + (35 * at) / of, '更新数据结构')),
      before: async (pending, applied) => {
        log(`数据库需要 ${pending.length} 项升级，先做备份 (${pending.length} migrations pending: backing up first)`)
        const file = join(settings.backupsDir, `before-${pending[0]!.tag}-${timeTag()}.tar.gz`)
        tell?.(0, '备份数据')
        // Migrations do not touch uploaded files.
        await writeArchive({ url, file, files: { kind: 'none' }, log })
        tell?.(30, '校验备份')
        if (await mayCreateDatabase(url)) await checkArchive({ file, url, migrations, log })
        else log('数据库帐户不能创建数据库，备份未做恢复校验 (role may not create databases: backup not checked)')
        saved = { file, tags: tagsOf(applied) }
        log(`升级前备份 ${file}`)
      },
    })
  } catch (error) {
    if (!(error instanceof MigrationFailed)) throw error
    if (!saved) {
      throw new MigrationError(
        `数据库升级 ${error.message} 失败，已撤销 (migration failed and was rolled back; nothing else was changed)`,
      )
    }
    throw new MigrationError(await goBack({ url, saved, error, log, migrations }))
  }
}

const tagsOf = (applied: readonly { tag: string }[]) => applied.map((one) => one.tag).join()

async function goBack(options: {
  url: string
  saved: { file: string; tags: string }
  error: MigrationFailed
  log: (line: string) => void
  migrations: readonly Migration[] | undefined
}): Promise<string> {
  const { url, saved, error, log, migrations } = options
  const failed = `数据库升级失败 (migration failed): ${error.message}`
  if ((await appliedNow(url)) === saved.tags) {
    return `${failed}\n该升级已整体撤销，数据与升级前完全一致；备份在 ${saved.file} (rolled back, the data is as before)`
  }
  log('升级失败，正在恢复升级前的备份 (restoring the backup made before the migration)')
  try {
    const { formerDatabase } = await restoreArchive({ url, file: saved.file, migrations, force: true, log })
    return (
      `${failed}\n已自动恢复升级前的备份 ${saved.file}，数据与升级前完全一致；升级到一半的数据库保留为 ${formerDatabase} ` +
      `(the backup was restored, the data is as before; the half-migrated database is kept as ${formerDatabase})`
    )
  } catch (second) {
    return (
      `${failed}\n自动恢复也失败了：${messageOf(second)}；升级前的备份在 ${saved.file}，请执行 npm run restore -- ${saved.file} ` +
      `(restoring failed too; restore that backup by hand)`
    )
  }
}

async function appliedNow(url: string): Promise<string> {
  const client = await openPlain(url, 'yiyuan-migrate')
  try {
    return tagsOf(await appliedIn(client))
  } finally {
    await client.end()
  }
}
