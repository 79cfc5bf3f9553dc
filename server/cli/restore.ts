// npm run restore -- file [--yes]: puts an archive in the place of the present data, which is kept beside it.
// npm run restore -- --forget: removes what earlier restores kept.
import { createInterface } from 'node:readline/promises'
import { exists } from '#server/kit/postgresHome'
import { forgetFormer, mayCreateDatabase, refuseSessions, restoreArchive } from '#server/kit/restore'
import type { Settings } from '#server/kit/settings'
import { fromCaller, runTool, say, UsageError, withProductDatabase } from '#server/kit/tool'

const args = process.argv.slice(2)
const flags = args.filter((one) => one.startsWith('-'))
const names = args.filter((one) => !one.startsWith('-'))

await runTool(async (settings) => {
  const usage = new UsageError(
    '用法：npm run restore -- 备份文件.tar.gz [--yes]，或 npm run restore -- --forget 删除恢复前保留的旧数据',
  )
  if (flags.some((flag) => flag !== '--yes' && flag !== '--forget')) throw usage
  if (flags.includes('--forget')) {
    if (names.length > 0) throw usage
    await withProductDatabase(settings, (url) => forget(settings, url))
    return
  }
  const [name] = names
  if (!name || names.length > 1) throw usage
  const file = fromCaller(name)
  if (!(await exists(file))) throw new UsageError(`找不到备份文件 ${file} (no such file)`)
  await withProductDatabase(settings, (url) => restore(settings, url, file), { alone: true })
})

async function restore(settings: Settings, url: string, file: string): Promise<void> {
  if (!(await mayCreateDatabase(url))) {
    throw new UsageError('恢复需要数据库帐户有 CREATEDB 权限 (the role needs CREATEDB to restore)')
  }
  await refuseSessions(url)
  await confirm(`将用 ${file} 替换当前的全部数据（当前数据会保留一份副本）`)
  const filesFolder = settings.storage.kind === 'local' ? settings.filesDir : undefined
  const { head, foot, formerDatabase, formerFiles } = await restoreArchive({ url, file, filesFolder, log: say })
  const rows = foot.tables.reduce((sum, table) => sum + table.rows, 0)
  say(`恢复完成并已核对：备份时间 ${head.madeAt}，${foot.tables.length} 张表，${rows} 行，${foot.files.length} 个文件`)
  if (head.files === 's3') say('备份不含上传的文件，它们仍在 S3 存储桶中 (objects stay in the bucket)')
  if (head.files === 'none') say('备份不含上传的文件，现有文件保持不变 (database only; files left as they are)')
  if (head.files === 'local' && !filesFolder) {
    say(`当前使用 S3 存储，备份中的 ${foot.files.length} 个文件没有恢复 (files of the archive were not restored)`)
  }
  const kept = [`数据库 ${formerDatabase}`, formerFiles && `文件 ${formerFiles}`].filter(Boolean).join('，')
  say(`恢复前的数据保留为 ${kept}；确认无误后可用 npm run restore -- --forget 删除`)
}

async function confirm(question: string): Promise<void> {
  if (flags.includes('--yes')) return
  if (!process.stdin.isTTY) throw new UsageError(`${question}，请加 --yes 确认 (add --yes to confirm)`)
  const ask = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await ask.question(`${question}，输入 yes 继续：`)
  ask.close()
  if (answer.trim().toLowerCase() !== 'yes') throw new UsageError('已取消，数据没有改变 (cancelled, nothing changed)')
}

async function forget(settings: Settings, url: string): Promise<void> {
  await confirm('将删除历次恢复前保留的旧数据')
  const removed = await forgetFormer(url, settings.filesDir)
  say(removed.length > 0 ? `已删除 ${removed.join('，')}` : '没有保留的旧数据')
}
