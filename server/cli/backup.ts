// npm run backup [-- file]: one archive of database and files, made while the product runs and proved by restoring it.
import { join } from 'node:path'
import { type Written, writeArchive } from '#server/kit/archive'
import { checkArchive, mayCreateDatabase, timeTag } from '#server/kit/restore'
import type { Settings } from '#server/kit/settings'
import { fromCaller, runTool, say, sizeText, UsageError, withProductDatabase } from '#server/kit/tool'

const [target, ...more] = process.argv.slice(2)

await runTool(async (settings) => {
  if (more.length > 0 || target?.startsWith('-')) throw new UsageError('用法：npm run backup [-- 文件.tar.gz]')
  const file = target ? fromCaller(target) : join(settings.backupsDir, `yiyuan-${timeTag()}.tar.gz`)
  await withProductDatabase(settings, (url) => backup(settings, url, file))
})

async function backup(settings: Settings, url: string, file: string): Promise<void> {
  const written = await writeArchive({ url, file, files: filesOf(settings), log: say })
  say(`备份已写入 ${file}（${sizeText(written.size)}），正在用恢复的方式校验……`)
  if (await mayCreateDatabase(url)) {
    await checkArchive({ file, url, log: say })
    say(`备份完成，已通过恢复校验：${summary(written)}`)
  } else {
    say(
      `备份完成，但数据库帐户不能创建数据库，未做恢复校验 (not checked by restoring: the role may not create databases)：${summary(written)}`,
    )
  }
  process.stdout.write(`${file}\n`)
}

function filesOf(settings: Settings): { kind: 'local'; folder: string } | { kind: 's3' } {
  if (settings.storage.kind === 'local') return { kind: 'local', folder: settings.filesDir }
  say('上传的文件保存在 S3 存储桶中，不进入备份，请用存储桶自身的版本或复制功能保护 (objects stay in the bucket)')
  return { kind: 's3' }
}

function summary({ foot }: Written): string {
  const rows = foot.tables.reduce((sum, table) => sum + table.rows, 0)
  return `${foot.tables.length} 张表，${rows} 行，${foot.files.length} 个文件`
}
