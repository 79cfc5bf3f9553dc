// Installation packages: the file is uploaded first, then recorded with what its name says. Removing a record removes
// its file.
import { randomUUID } from 'node:crypto'
import { fileIdOf } from '#contract/kit/fileAddress'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { DeviceType, installPackage, PACKAGE_QUOTA, type PackageData } from '#contract/systemSetting/installPackage'
import { PACKAGE_NAME_RULE, packageParts } from '#contract/systemSetting/packageName'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { implement } from '#server/kit/implement'
import { contains, pageOfRows } from '#server/kit/page'
import { within } from '#server/kit/period'
import { takeRate } from '#server/kit/rateLimit'
import { fileUrl, removeFile } from '#server/kit/uploads'

const GIB = 1024 ** 3
const ROW = `t.package_id as "packageId", t.package_name as "packageName", t.package_size as "packageSize",
  t.device_type as "deviceType", t.device_model as "deviceModel", t.package_version as "packageVersion",
  t.package_desc as "packageDesc", t.package_url as "packageUrl", t.created_at as "createTime", t.version`

onConstraint(
  'device_package_version',
  () => new Refusal('ALREADY_EXISTS', { what: '同一设备的这个版本' }, 'packageVersion'),
)
onConstraint('device_package_url', () => new Refusal('ALREADY_EXISTS', { what: '这个文件的安装包' }, 'packageUrl'))

const one = async (
  who: Caller | Tx,
  client: { query: Caller['app']['pool']['query'] },
  packageId: string,
  lock = '',
) => {
  const found = await client.query<PackageData>(
    `select ${ROW} from device_package t where t.org_id = $1 and t.package_id = $2 ${lock}`,
    [who.orgId, packageId],
  )
  if (!found.rows[0]) throw notFound('安装包')
  return found.rows[0]
}

interface StoredPackage {
  file_id: string
  name: string
  size_b: number
  sha256: string
}

/** The uploaded file of this organisation behind an address. */
async function uploadedFile(tx: Tx, address: string): Promise<StoredPackage> {
  const fileId = fileIdOf(address)
  const found = await tx.client.query<StoredPackage>(
    `select file_id, name, size_b, sha256 from stored_file where org_id = $1 and file_id = $2 and use = 'package'`,
    [tx.orgId, fileId ?? ''],
  )
  if (!found.rows[0]) throw new Refusal('NOT_FOUND', { what: '上传的安装包文件' }, 'packageUrl')
  return found.rows[0]
}

async function add(
  tx: Tx,
  body: { packageName: string; packageDesc?: string | null; packageUrl: string },
): Promise<PackageData> {
  // Two packages at once must not pass the quota together.
  await tx.client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`device package ${tx.orgId}`])
  const file = await uploadedFile(tx, body.packageUrl)
  const parts = packageParts(file.name)
  if (!parts) throw invalid(PACKAGE_NAME_RULE, 'packageUrl')
  const used = await tx.client.query<{ bytes: number }>(
    'select coalesce(sum(package_size), 0)::bigint as bytes from device_package where org_id = $1',
    [tx.orgId],
  )
  const left = PACKAGE_QUOTA - used.rows[0]!.bytes
  if (file.size_b > left) {
    throw invalid(`安装包空间只剩 ${(left / GIB).toFixed(2)} GB，请先删除不用的安装包`, 'packageUrl')
  }
  const packageId = newId()
  await tx.client.query(
    `insert into device_package (org_id, package_id, package_name, package_size, device_type, device_model,
       package_version, package_desc, package_url, sha256)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      tx.orgId,
      packageId,
      body.packageName,
      file.size_b,
      parts.deviceType,
      parts.deviceModel,
      parts.packageVersion,
      body.packageDesc ?? null,
      // One spelling for one file, so that it is not recorded twice.
      fileUrl(file.file_id, file.name),
      file.sha256,
    ],
  )
  tx.log({ remark: `新增安装包「${body.packageName}」（${file.name}）`, targetType: 'package', targetId: packageId })
  return one(tx, tx.client, packageId)
}

interface Edit {
  packageId: string
  packageName: string
  packageDesc?: string | null
  version?: number | null
}

async function save(tx: Tx, edit: Edit): Promise<PackageData> {
  const before = await one(tx, tx.client, edit.packageId, 'for update')
  await refuseStale(tx, edit.packageId, edit.version, before.version)
  const packageDesc = edit.packageDesc === undefined ? before.packageDesc : edit.packageDesc
  await tx.client.query(
    `update device_package set package_name = $3, package_desc = $4, version = version + 1
     where org_id = $1 and package_id = $2`,
    [tx.orgId, edit.packageId, edit.packageName, packageDesc],
  )
  tx.log({
    remark: `编辑安装包「${edit.packageName}」`,
    targetType: 'package',
    targetId: edit.packageId,
    changes: changesBetween(
      { packageName: before.packageName, packageDesc: before.packageDesc },
      { packageName: edit.packageName, packageDesc },
    ),
  })
  return one(tx, tx.client, edit.packageId)
}

const BROADCASTS = { most: 20, seconds: 60 }

export default implement(installPackage, {
  list: (q, who) =>
    pageOfRows<PackageData>(
      who.app.pool,
      {
        from: 'device_package t',
        key: 'package_id',
        select: ROW,
        filters: [
          ['t.org_id = ?', who.orgId],
          ['t.package_name like ?', contains(q.packageName)],
          ['t.device_type = ?', q.deviceType],
          ['t.device_model like ?', contains(q.deviceModel)],
          ['t.package_version like ?', contains(q.packageVersion)],
          ...within('t.created_at', { from: q.startTime, to: q.endTime, names: ['startTime', 'endTime'] }),
        ],
        sorts: { createTime: 't.created_at', packageName: 't.package_name', packageSize: 't.package_size' },
        defaultSort: 't.created_at desc',
      },
      q,
    ),
  sumSize: async (_, who) => {
    const found = await who.app.pool.query<{ bytes: number }>({
      name: 'device_package_sum',
      text: 'select coalesce(sum(package_size), 0)::bigint as bytes from device_package where org_id = $1',
      values: [who.orgId],
    })
    return found.rows[0]!.bytes
  },
  get: ({ packageId }, who) => one(who, who.app.pool, packageId),
  add: (body, who) => who.tx((tx) => add(tx, body)),
  save: (body, who) => who.tx((tx) => save(tx, body)),
  saveById: (body, who) => who.tx((tx) => save(tx, body)),
  remove: async ({ packageId }, who) => {
    await who.tx(async (tx) => {
      const row = await one(tx, tx.client, packageId, 'for update')
      await tx.client.query('delete from device_package where org_id = $1 and package_id = $2', [tx.orgId, packageId])
      await removeFile(tx, row.packageUrl, () => true)
      tx.log({ remark: `删除安装包「${row.packageName}」`, targetType: 'package', targetId: packageId })
    })
    return null
  },
  deviceTypes: () => DeviceType.list.map(({ value, label }) => ({ deviceType: value, deviceTypeName: label })),
  broadcast: async ({ unitId, deviceType, messageType, deviceId, message }, who) => {
    await takeRate(who.app.pool, `broadcast:${who.orgId}`, BROADCASTS)
    return who.tx(async (tx) => {
      if (unitId) await refuseForeignDept(tx, who, unitId)
      const ids = deviceId ? deviceId.split(',').filter(Boolean) : null
      const devices = await tx.client.query<{ device_id: string }>(
        `select device_id from mqtt_credential where org_id = $1 and enabled and ($2::text[] is null or device_id = any($2))`,
        [tx.orgId, ids],
      )
      if (ids && devices.rows.length === 0) throw notFound('终端')
      const command = {
        type: messageType,
        messageId: randomUUID(),
        unitId: unitId ?? null,
        deviceType: deviceType ?? null,
        message: messageType === 'updateBedCard' ? (message ?? null) : null,
      }
      tx.log({ remark: `向 ${devices.rows.length} 台终端广播：${messageType === 'reboot' ? '重启' : '更新床头卡'}` })
      tx.after(() => {
        for (const { device_id } of devices.rows) who.app.realtime.tellDevice(tx.orgId, device_id, command)
      })
      return { devices: devices.rows.length }
    })
  },
})

/** Terminals filter by department themselves; the department must be one the caller may see. */
async function refuseForeignDept(tx: Tx, who: Caller, deptId: string): Promise<void> {
  const found = await tx.client.query('select 1 from dept where org_id = $1 and dept_id = $2', [tx.orgId, deptId])
  const allowed = who.deptIds === null || who.deptIds.includes(deptId)
  if (!allowed || found.rowCount === 0) throw notFound('部门')
}
