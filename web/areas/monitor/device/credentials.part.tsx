// The accounts of devices, shown once: what to enter at the device, and a line to try it with.
import { Alert, Button, Table } from 'antd'
import { Copy, FileDown } from 'lucide-react'
import { useState } from 'react'
import type { CredentialData } from '#contract/monitor/device'
import { DeviceKind } from '#contract/monitor/words'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { copyText } from '#web/kit/parts/ErrorBlock'
import { Facts, PageCard } from '#web/kit/parts/PageCard'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { toast } from '#web/kit/toast'
import './device.css'

const host = () => window.location.hostname
const portOf = (one: CredentialData) => one.port ?? 1883

const tryLine = (one: CredentialData) =>
  `mosquitto_pub -h ${host()} -p ${portOf(one)} -i ${one.clientName} -u ${one.clientName} -P '${one.secret}' -q 1 -t ${one.topic}/${one.channel} -m '${one.example}'`

const HEAD = ['设备编号', '种类', '服务器', '端口', 'MQTT 用户名', 'MQTT 密码', '主题', '示例内容']
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

function csvOf(all: readonly CredentialData[]): string {
  const rows = all.map((one) => [
    one.deviceNo,
    DeviceKind.label(one.kind),
    host(),
    String(portOf(one)),
    one.clientName,
    one.secret,
    `${one.topic}/${one.channel}`,
    one.example,
  ])
  // The mark makes Excel read it as UTF-8.
  return `\uFEFF${[HEAD, ...rows].map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`
}

function save(all: readonly CredentialData[]): void {
  const url = URL.createObjectURL(new Blob([csvOf(all)], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `设备接入密钥-${all.length === 1 ? all[0]!.deviceNo : `${all.length}台`}.csv`
  link.click()
  URL.revokeObjectURL(url)
}

async function copied(text: string): Promise<void> {
  if (await copyText(text)) toast.success('已复制')
  else toast.warning('浏览器不允许复制，请手动选中')
}

function CopyLine({ text }: { text: string }) {
  return (
    <span className="yy-device-copy yy-gap-8 yy-inline">
      <code>{text}</code>
      <Button size="small" icon={<Copy size={13} aria-hidden />} onClick={() => void copied(text)}>
        复制
      </Button>
    </span>
  )
}

function One({ one }: { one: CredentialData }) {
  return (
    <>
      <Facts
        columns={1}
        facts={[
          { label: '服务器', value: <CopyLine text={`${host()}:${portOf(one)}`} /> },
          { label: '用户名', value: <CopyLine text={one.clientName} /> },
          { label: '密码', value: <CopyLine text={one.secret} /> },
          { label: '主题', value: <CopyLine text={`${one.topic}/${one.channel}`} /> },
          { label: '内容', value: <CopyLine text={one.example} /> },
        ]}
      />
      <PageCard title="试发一条" sub="在装有 mosquitto 的电脑上运行" style={{ marginTop: 16 }}>
        <pre className="yy-device-try yy-pad-10-12 yy-breaks yy-tint yy-round">{tryLine(one)}</pre>
        <Button size="small" icon={<Copy size={13} aria-hidden />} onClick={() => void copied(tryLine(one))}>
          复制命令
        </Button>
      </PageCard>
    </>
  )
}

export function Credentials({ all, onClose }: { all: readonly CredentialData[] | null; onClose(): void }) {
  const [shown, setShown] = useState(all)
  const [saved, setSaved] = useState(false)
  if (all && all !== shown) {
    setShown(all)
    setSaved(false)
  }
  if (!shown) return null
  const close = async () => {
    if (saved) return onClose()
    const sure = await confirmAct({
      title: '密钥已经记下了吗？',
      effects: ['关闭后密码不能再次查看', '没有记下的，只能重新生成，设备也要重新设置'],
      verb: '已经记下，关闭',
      safe: '返回查看',
    })
    if (sure !== null) onClose()
  }
  return (
    <SideDrawer
      open={all !== null}
      width={720}
      title={shown.length === 1 ? `设备 ${shown[0]!.deviceNo} 的接入密钥` : `${shown.length} 台设备的接入密钥`}
      onClose={() => void close()}
      foot={
        <div className="yy-drawer-foot">
          <span>{saved ? '已下载' : '密码只显示这一次'}</span>
          <span className="yy-drawer-foot-acts">
            <Button
              icon={<FileDown size={15} aria-hidden />}
              onClick={() => {
                save(shown)
                setSaved(true)
              }}
            >
              下载表格
            </Button>
            <Button type="primary" onClick={() => void close()}>
              完成
            </Button>
          </span>
        </div>
      }
    >
      <Alert
        type="warning"
        showIcon
        title="密码只显示这一次，请现在填入设备，或下载表格交给安装人员。"
        style={{ marginBottom: 16 }}
      />
      {shown.length === 1 ? (
        <One one={shown[0]!} />
      ) : (
        <Table<CredentialData>
          size="small"
          rowKey="deviceId"
          dataSource={[...shown]}
          pagination={shown.length > 50 ? { pageSize: 50, size: 'small', showSizeChanger: false } : false}
          columns={[
            { title: '设备编号', dataIndex: 'deviceNo', width: 120 },
            { title: '种类', dataIndex: 'kind', width: 100, render: (kind: 'TAG') => DeviceKind.label(kind) },
            { title: '用户名', dataIndex: 'clientName', ellipsis: true },
            { title: '密码', dataIndex: 'secret', render: (secret: string) => <code>{secret}</code> },
          ]}
        />
      )}
    </SideDrawer>
  )
}
