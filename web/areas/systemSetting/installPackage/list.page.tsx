// Installation packages: what is there, how much room is left, and what terminals are told.
import { Progress } from 'antd'
import { useState } from 'react'
import { DeviceType, installPackage, PACKAGE_QUOTA, type PackageData } from '#contract/systemSetting/installPackage'
import { send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { longText } from '#web/kit/fields/text'
import { FormDrawer } from '#web/kit/form/FormDrawer'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { invalidate, useCall } from '#web/kit/query'
import { BroadcastDrawer } from './broadcast.part.tsx'
import { bytes, sizeText } from './size.ts'
import './package.css'

const typeText = (row: PackageData) =>
  row.deviceType ? DeviceType.label(row.deviceType as (typeof DeviceType.list)[number]['value']) : row.deviceModel

const cols = columns(installPackage.calls.list, {
  packageName: { title: '安装包名称', search: true, sort: true, width: 160 },
  deviceType: {
    title: '设备',
    width: 170,
    cell: (_, row) => typeText(row),
    text: (_, row) => typeText(row) ?? '',
  },
  packageVersion: { title: '版本号', search: true, width: 110 },
  packageSize: { title: '大小', as: bytes, sort: true },
  packageDesc: { title: '说明', as: longText, width: 220 },
  createTime: { title: '上传时间', as: datetime, sort: true, search: { from: 'startTime', to: 'endTime' } },
})

function Room() {
  const { data } = useCall(installPackage.calls.sumSize, {})
  if (data === undefined) return null
  const part = Math.min(100, (data / PACKAGE_QUOTA) * 100)
  return (
    <span className="yy-room yy-gap-8 yy-inline">
      已用 {sizeText(data)}，共 5 GB
      <Progress
        aria-label="已用空间"
        percent={part}
        size="small"
        showInfo={false}
        status={part > 90 ? 'exception' : 'normal'}
      />
    </span>
  )
}

async function remove(row: PackageData) {
  const done = await confirmAct({
    title: `删除安装包「${row.packageName}」？`,
    effects: [`${typeText(row)} ${row.packageVersion} 的安装文件（${sizeText(row.packageSize)}）一并删除，不能恢复`],
    verb: '删除',
    safe: '不删除',
    danger: true,
    run: (_reason, options) =>
      send(installPackage.calls.remove, { packageId: row.packageId, packageUrl: row.packageUrl }, options),
  })
  if (done !== null) await invalidate(installPackage)
}

export default function Packages() {
  const [edited, setEdited] = useState<PackageData | null>(null)
  const [telling, setTelling] = useState(false)
  const { calls } = installPackage
  return (
    <ListPage
      call={calls.list}
      columns={cols}
      rowKey="packageId"
      title="安装包"
      unit="个"
      create={{
        title: '新增安装包',
        needs: calls.add.needs,
        onClick: () => openPage('/systemSetting/install-package-save'),
      }}
      tools={[{ title: '向终端广播', needs: calls.broadcast.needs, onClick: () => setTelling(true) }]}
      actions={[
        { title: '下载', onClick: (row) => void window.open(row.packageUrl, '_blank', 'noopener') },
        { title: '编辑', needs: calls.save.needs, onClick: setEdited },
        { title: '删除', needs: calls.remove.needs, danger: true, onClick: (row) => void remove(row) },
      ]}
      empty={{ title: '还没有安装包', text: '上传终端的升级包后，终端可在设备管理中升级。' }}
      summary={<Room />}
    >
      <FormDrawer
        open={edited !== null}
        call={calls.save}
        title={`编辑安装包${edited ? ` ${edited.packageVersion}` : ''}`}
        columns={1}
        fields={{ packageName: {}, packageDesc: {} }}
        {...(edited && {
          initial: { packageName: edited.packageName, packageDesc: edited.packageDesc },
          also: { packageId: edited.packageId, version: edited.version },
          reload: async () => {
            const now = await send(calls.get, { packageId: edited.packageId })
            return {
              values: { packageName: now.packageName, packageDesc: now.packageDesc },
              also: { version: now.version },
            }
          },
        })}
        onClose={() => setEdited(null)}
      />
      <BroadcastDrawer open={telling} onClose={() => setTelling(false)} />
    </ListPage>
  )
}
