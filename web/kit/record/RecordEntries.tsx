// What happened to one record: newest first, with old → new, a page at a time.
import { Button } from 'antd'
import { useState } from 'react'
import type { Family } from '#contract/kit/options'
import { log } from '#contract/platform/log'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { Timeline } from '#web/kit/parts/Timeline'
import { useCall } from '#web/kit/query'
import { ChangeLines } from './ChangeTable.tsx'
import './record.css'

export interface RecordOf {
  /** The kind of record, as the log keeps it: dept, job, role, account … */
  type: string
  id: string
}

const STEP = 20

const families: readonly (readonly [RegExp, Family])[] = [
  [/删除|作废|停用|冻结|禁用/, 'red'],
  [/新增|添加|创建|导入|启用|通过/, 'green'],
  [/修改|编辑|调整|移|排序|保存/, 'blue'],
]
const familyOf = (method: string) => families.find(([words]) => words.test(method))?.[1] ?? 'slate'

export default function RecordEntries({ type, id }: RecordOf) {
  const [size, setSize] = useState(STEP)
  const answer = useCall(
    log.calls.record,
    { targetType: type, targetId: id, page: 1, size },
    { keepPrevious: true, staleTime: 0 },
  )
  const { data, error, refetch, isFetching } = answer
  if (error && !data) return <ErrorBlock what="操作记录" error={error} onRetry={() => void refetch()} />
  if (!data) return <BlockBones lines={6} />
  if (data.list.length === 0) {
    return <Empty title="还没有操作记录" text="新增、修改或删除之后，这里会写明是谁、在什么时候、改了什么。" />
  }
  return (
    <>
      <Timeline
        entries={data.list.map((row) => ({
          key: row.id,
          family: familyOf(row.method),
          kind: row.method,
          time: row.createTime.slice(0, 16),
          who: row.empName ?? row.userName,
          text: (
            <>
              {row.remark}
              <ChangeLines changes={row.changes} type={row.targetType} />
            </>
          ),
        }))}
      />
      <p className="yy-row yy-gap-12 yy-second">
        共 {data.total.toLocaleString('zh-CN')} 条
        {data.total > data.list.length && (
          <Button size="small" loading={isFetching} onClick={() => setSize(size + STEP)}>
            看更早的
          </Button>
        )}
      </p>
    </>
  )
}
