// Release notes and who has read them.
import { notFound } from '#contract/kit/refusal'
import type { VersionRecordData } from '#contract/platform/shell'
import type { Caller } from '#server/kit/caller'
import { type PageInput, pageOfRows } from '#server/kit/page'

type Release = Omit<VersionRecordData, 'isShow' | 'isLook'>

const RELEASE = `t.record_id as "recordId", t.title, t.release_date as "releaseDate", t.content`

/** isShow 0: shown; isLook 0: not read yet. The shell opens a dialog when both are 0. */
async function withMarks(who: Caller, releases: readonly Release[]): Promise<VersionRecordData[]> {
  const read = await who.app.pool.query<{ record_id: string }>({
    name: 'version_reads',
    text: 'select record_id from version_read where org_id = $1 and user_id = $2 and record_id = any($3)',
    values: [who.orgId, who.userId, releases.map((one) => one.recordId)],
  })
  const looked = new Set(read.rows.map((row) => row.record_id))
  return releases.map((one) => ({ ...one, isShow: 0, isLook: looked.has(one.recordId) ? 1 : 0 }))
}

export async function findVersions(who: Caller, query: PageInput) {
  const found = await pageOfRows<Release>(
    who.app.pool,
    {
      from: 'version_record t',
      tenant: false,
      key: 'record_id',
      select: RELEASE,
      filters: [],
      defaultSort: 't.release_date desc',
    },
    query,
  )
  return { ...found, list: await withMarks(who, found.list) }
}

/** The newest release, or the named one. */
export async function findVersion(who: Caller, recordId: string | null): Promise<VersionRecordData | null> {
  const found = await who.app.pool.query<Release>({
    name: 'version_one',
    text: `select ${RELEASE} from version_record t where $1::text is null or t.record_id = $1
      order by t.release_date desc, t.record_id desc limit 1`,
    values: [recordId],
  })
  return (await withMarks(who, found.rows))[0] ?? null
}

export async function markVersionRead(who: Caller, recordId: string): Promise<void> {
  const release = await findVersion(who, recordId)
  if (!release) throw notFound('版本记录')
  await who.tx(async (tx) => {
    await tx.client.query(
      'insert into version_read (org_id, user_id, record_id) values ($1, $2, $3) on conflict do nothing',
      [who.orgId, who.userId, recordId],
    )
    tx.log({ remark: `已读版本记录“${release.title}”`, targetType: 'versionRecord', targetId: recordId })
  })
}
