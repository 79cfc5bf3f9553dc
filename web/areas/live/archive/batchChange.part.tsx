// 批量修改: the same change for the chosen residents. Whoever could not be changed is listed with the reason.
import { Modal, Table } from 'antd'
import { useState } from 'react'
import type { DataOf } from '#contract/kit/call'
import { type ArchiveRowData, archive } from '#contract/live/archive'
import { residence } from '#contract/live/residence'
import { AttentionNote } from '#contract/live/resident'
import { department } from '#web/kit/fields/department'
import { dictionaryOf } from '#web/kit/fields/lookup'
import { manyOf } from '#web/kit/fields/option'
import { FormDrawer } from '#web/kit/form/FormDrawer'

const { batch } = archive.calls
type Refused = DataOf<typeof batch>['refused'][number]

const NAMED = 12
const namesOf = (rows: readonly ArchiveRowData[]) =>
  `${rows
    .slice(0, NAMED)
    .map((row) => row.oldmanName)
    .join('、')}${rows.length > NAMED ? ` 等 ${rows.length} 人` : ''}`

interface BatchChangeProps {
  open: boolean
  rows: readonly ArchiveRowData[]
  onClose(): void
}

export function BatchChange({ open, rows, onClose }: BatchChangeProps) {
  // They stay while the drawer leaves.
  const [shown, setShown] = useState(rows)
  const [answer, setAnswer] = useState<DataOf<typeof batch> | null>(null)
  const refused = answer?.refused ?? []
  if (open && rows !== shown) setShown(rows)
  return (
    <>
      <FormDrawer
        open={open}
        call={batch}
        title={`批量修改 ${shown.length} 人`}
        verb={`修改 ${shown.length} 人`}
        columns={1}
        draft={false}
        head={<p className="yy-person-about">{namesOf(shown)}</p>}
        also={{ oldmanIds: shown.map((row) => row.oldmanId) }}
        fields={{
          addNotes: { as: manyOf(AttentionNote), title: '增加关注事项' },
          dropNotes: { as: manyOf(AttentionNote), title: '去掉关注事项' },
          category: { as: dictionaryOf('elderCategory'), title: '老人类别改为' },
          deptId: { as: department, title: '所属部门改为', hint: '在住老人的部门随床位走，不会被修改' },
        }}
        touches={[archive, residence]}
        done="批量修改已完成"
        onDone={setAnswer}
        onClose={onClose}
      />
      <Modal
        open={refused.length > 0}
        title={`已修改 ${answer?.changed ?? 0} 人，${refused.length} 人没有修改`}
        footer={null}
        onCancel={() => setAnswer(null)}
        width={560}
      >
        <Table<Refused>
          size="small"
          rowKey="oldmanId"
          dataSource={[...refused]}
          pagination={refused.length > 10 ? { pageSize: 10, size: 'small', showSizeChanger: false } : false}
          columns={[
            { title: '老人', dataIndex: 'oldmanName', width: 140 },
            { title: '原因', dataIndex: 'reason' },
          ]}
        />
      </Modal>
    </>
  )
}
