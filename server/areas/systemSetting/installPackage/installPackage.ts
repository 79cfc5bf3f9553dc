// Installation packages: the file is uploaded first, then recorded with what its name says. Removing a record removes
// its file.
import { randomUUID } from 'node:crypto'
import { fileIdOf } from '#contract/kit/fileAddress'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { DeviceType, installPackage, PACKAGE_QUOTA, type PackageData } from '#contract/systemSetting/installPackage'
import { PACKAGE_NAME_RULE, packageParts } from '#contract/systemSetting/packageName'
import { devicePackage } from '#server/areas/systemSetting/tables'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { implement } from '#server/kit/implement'
import { within } from '#server/kit/period'
import { takeRate } from '#server/kit/rateLimit'
import { rows } from '#server/kit/rows'
import { fileUrl, removeFile } from '#server/kit/uploads'

const GIB = 1024 ** 3
const packages = rows<PackageData, typeof devicePackage>(devicePackage, {
  title: '安装包',
  target: 'package',
  name: 'packageName',
  row: {
    packageId: devicePackage.packageId,
    packageName: devicePackage.packageName,
    packageSize: devicePackage.packageSize,
    deviceType: devicePackage.deviceType,
    deviceModel: devicePackage.deviceModel,
    packageVersion: devicePackage.packageVersion,
    packageDesc: devicePackage.packageDesc,
    packageUrl: devicePackage.packageUrl,
    createTime: devicePackage.createdAt,
    version: devicePackage.version,
  },
  logged: ['packageName', 'packageDesc', 'packageUrl'],
})

onConstraint(
  'device_package_version',
  () => new Refusal('ALREADY_EXISTS', { what: '同一设备的这个版本' }, 'packageVersion'),
)
onConstraint('device_package_url', () => new Refusal('ALREADY_EXISTS', { what: '这个文件的安装包' }, 'packageUrl'))

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
  return packages.add(tx, {
    packageName: body.packageName,
    packageSize: file.size_b,
    ...parts,
    packageDesc: body.packageDesc ?? null,
    // One spelling for one file, so that it is not recorded twice.
    packageUrl: fileUrl(file.file_id, file.name),
    sha256: file.sha256,
  })
}

interface Edit {
  packageId: string
  packageName: string
  packageDesc?: string | null
  version?: number | null
}

const save = (who: Caller, { packageId, version, packageName, packageDesc }: Edit): Promise<PackageData> =>
  who.tx(async (tx) => {
    const before = await packages.hold(tx, who, packageId, version)
    return packages.change(tx, before, { packageName, packageDesc })
  })

const BROADCASTS = { most: 20, seconds: 60 }

export default implement(installPackage, {
  list: (q, who) =>
    packages.page(who, q, {
      search: ['packageName', 'deviceModel', 'packageVersion'],
      where: ['deviceType'],
      also: within('t.created_at', { from: q.startTime, to: q.endTime, names: ['startTime', 'endTime'] }),
      sorts: ['createTime', 'packageName', 'packageSize'],
      sort: 'createTime desc',
    }),
  sumSize: async (_, who) => {
    const found = await who.app.pool.query<{ bytes: number }>({
      name: 'device_package_sum',
      text: 'select coalesce(sum(package_size), 0)::bigint as bytes from device_package where org_id = $1',
      values: [who.orgId],
    })
    return found.rows[0]!.bytes
  },
  get: ({ packageId }, who) => packages.get(who, packageId),
  add: (body, who) => who.tx((tx) => add(tx, body)),
  save: (body, who) => save(who, body),
  saveById: (body, who) => save(who, body),
  remove: async ({ packageId }, who) => {
    await who.tx(async (tx) => {
      const { packageUrl } = await packages.remove(tx, who, packageId)
      await removeFile(tx, packageUrl, () => true)
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
