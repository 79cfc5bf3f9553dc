// 我的档案: one's own file, to read; what is wrong in it is told to the office.
import { Button } from 'antd'
import { useState } from 'react'
import { staffFile } from '#contract/administration/staffFile'
import { useLoaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import { useSession } from '#web/kit/session'
import { FileBody, type FileTab } from './file.part.tsx'
import { printFile } from './print.part.tsx'

export default function MyFile() {
  const own = useSession((state) => state.user?.empInfo.empId)
  const [tab, setTab] = useState<FileTab>('facts')
  const { data, state } = useLoaded(staffFile.calls.get, own ? { empId: own } : null, {
    what: '我的档案',
    lines: 10,
    none: <p className="yy-second">您的账号还没有员工资料，请联系办公室。</p>,
  })
  return (
    <PageCard
      className="yy-staff-mine"
      title="我的档案"
      sub="如有不对，请告诉办公室更正"
      extra={data && <Button onClick={() => void printFile(data)}>打印档案</Button>}
    >
      {data ? <FileBody row={data} tab={tab} onTab={setTab} onForm={undefined} /> : state}
    </PageCard>
  )
}
