// One operation: who, when, from where, and what changed, before → after.
import { Button } from 'antd'
import { useState } from 'react'
import { records } from '#contract/kit/records'
import { type LogRowData, log } from '#contract/platform/log'
import { openPage } from '#web/kit/open'
import { routes } from '#web/kit/pages'
import { useShown } from '#web/kit/parts/DetailDrawer'
import { useLoaded } from '#web/kit/parts/Loaded'
import { type Fact, Facts, PageCard } from '#web/kit/parts/PageCard'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { useMay } from '#web/kit/permission'
import { Changes } from '#web/kit/record/Changes'
import { RecordLog } from '#web/kit/record/RecordLog'
import { recordAddress, recordNamed } from '#web/kit/record/recordAddress'

/** Asked for only when wanted: the same record's other operations. */
function History({ type, id }: { type: string; id: string }) {
  const [open, setOpen] = useState(false)
  return (
    <PageCard title="同一记录的操作" sub="从新到旧" style={{ marginTop: 12 }}>
      {open ? <RecordLog type={type} id={id} /> : <Button onClick={() => setOpen(true)}>查看全部操作</Button>}
    </PageCard>
  )
}

/** The id, and the way to its record where it has a page. */
function Target({ type, id }: { type: string | null; id: string }) {
  const may = useMay()
  const kind = type === null ? null : recordNamed(type)
  const address = kind && recordAddress(routes.pages, kind, id, may)
  return (
    <>
      {id}{' '}
      {address && (
        <button type="button" className="yy-link" onClick={() => openPage(address)}>
          打开{records[kind!]}
        </button>
      )}
    </>
  )
}

function Detail({ id }: { id: string }) {
  const { data, state } = useLoaded(log.calls.detail, { id }, { what: '这条日志', lines: 10, fresh: true })
  if (!data) return state
  const facts: Fact[] = [
    { label: '操作时间', value: data.createTime },
    { label: '操作终端', value: data.source },
    { label: '姓名', value: data.empName },
    { label: '账号', value: data.userName },
    { label: '部门', value: data.deptName },
    { label: '角色', value: data.roleName },
    { label: '手机号', value: data.userPhone },
    { label: 'IP 地址', value: data.ipAddress },
    { label: '功能模块', value: data.module },
    { label: '操作类型', value: data.method },
    { label: '操作记录', value: data.remark || null, wide: true },
  ]
  const proof: Fact[] = [
    { label: '链上序号', value: data.seq ?? '等待封存' },
    { label: '请求编号', value: data.requestId },
    {
      label: '对象编号',
      value: data.targetId && <Target type={data.targetType} id={data.targetId} />,
      wide: true,
    },
    { label: '校验值', value: data.hash ?? '等待封存', wide: true },
  ]
  return (
    <>
      <Facts facts={facts} />
      <PageCard title="改动" sub="改前 → 改后" style={{ marginTop: 16 }}>
        <Changes changes={data.changes} type={data.targetType} />
      </PageCard>
      {data.targetType && data.targetId && <History type={data.targetType} id={data.targetId} />}
      <PageCard title="防篡改" sub="与前后记录逐条相连" style={{ marginTop: 12 }}>
        <Facts facts={proof} />
      </PageCard>
    </>
  )
}

export function LogDrawer({ row, onClose }: { row: LogRowData | null; onClose(): void }) {
  const shown = useShown(row)
  return (
    <SideDrawer
      open={row !== null}
      width={720}
      title={`操作日志 · ${shown?.method ?? ''}`}
      about={shown?.createTime}
      onClose={onClose}
    >
      {shown && <Detail id={shown.id} />}
    </SideDrawer>
  )
}
