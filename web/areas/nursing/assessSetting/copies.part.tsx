// Sheets in the house's own words: copied from a kind, every text can be said differently, no score can.
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { kindOf } from '#contract/nursing/assess/kinds'
import { type AssessCopyData, assessSetting } from '#contract/nursing/assessSetting'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useMay } from '#web/kit/permission'
import { CopyDrawer, type CopyRequest } from './copyDrawer.part.tsx'

export function Copies() {
  const may = useMay()(assessSetting.calls.addCopy.needs)
  const { data, state } = useLoaded(assessSetting.calls.copies, {}, { what: '本院评估表', lines: 4 })
  const [request, setRequest] = useState<CopyRequest | null>(null)
  const remove = (copy: AssessCopyData) =>
    void confirmCall(assessSetting.calls.removeCopy, {
      title: `删除“${copy.name}”？`,
      effects: ['还没有用它评估过；删除后不能恢复', '标准的评估表不受影响'],
      verb: '删除评估表',
      safe: '不删除',
      danger: true,
      input: { copyId: copy.copyId },
      done: `已删除“${copy.name}”`,
    })
  return (
    <PageCard
      title="本院评估表"
      sub="复制一种评估表，改成本院的说法；只能改文字，分数和规则不变"
      extra={
        may && (
          <Button size="small" icon={<Plus size={14} aria-hidden />} onClick={() => setRequest({ copy: null })}>
            复制评估表
          </Button>
        )
      }
    >
      {!data ? (
        state
      ) : data.length === 0 ? (
        <Empty title="没有本院的评估表" text="直接用标准的评估表即可；要改说法时再复制。" />
      ) : (
        <table className="yy-plain-table yy-lined yy-setting-table" aria-label="本院评估表">
          <thead>
            <tr>
              <th>名称</th>
              <th>按此计分</th>
              <th>改了文字</th>
              <th>已用</th>
              <th>状态</th>
              <th>操作</th>
            </tr>
          </thead>
          <tbody>
            {data.map((copy) => (
              <tr key={copy.copyId}>
                <td>{copy.name}</td>
                <td>{copy.kindName}</td>
                <td>{copy.words.length} 处</td>
                <td>{copy.used} 次</td>
                <td>
                  <StatusTag family={copy.enabled ? 'green' : 'grey'}>{copy.enabled ? '使用' : '停用'}</StatusTag>
                </td>
                <td>
                  {may && kindOf(copy.kind) && (
                    <>
                      <Button type="link" size="small" onClick={() => setRequest({ copy })}>
                        修改文字
                      </Button>
                      {copy.used === 0 && (
                        <Button type="link" size="small" danger onClick={() => remove(copy)}>
                          删除…
                        </Button>
                      )}
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <CopyDrawer request={request} onClose={() => setRequest(null)} />
    </PageCard>
  )
}
