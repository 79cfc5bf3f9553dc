import { useState } from 'react'
import { type DrugData, drugDict } from '#contract/drug/dict'
import { DrugStorage, HighAlert, qtyText } from '#contract/drug/drugWords'
import { drugKeep } from '#contract/drug/keep'
import { DrugFace } from '#web/areas/drug/drugFace.part'
import { datetime } from '#web/kit/fields/date'
import { dictionaryOf } from '#web/kit/fields/lookup'
import { int } from '#web/kit/fields/number'
import { onOff, yesNo } from '#web/kit/fields/option'
import { keyword, longText } from '#web/kit/fields/text'
import type { FormRequest } from '#web/kit/form/formOf'
import { actionOf } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ImportDialog } from '#web/kit/list/ImportDialog'
import { FormHost, ListPage } from '#web/kit/list/ListPage'
import { type NamedRecord, RecordLogDrawer, recordLogAction } from '#web/kit/record/RecordLog'
import { DrugDrawer } from './detail.part.tsx'
import { editDrug, newDrug } from './forms.tsx'

const cols = columns(drugDict.calls.list, {
  drugName: {
    title: '药品',
    width: 300,
    sort: true,
    search: { field: 'drugName', as: keyword, placeholder: '名称、商品名或拼音首字母' },
    cell: (_, row) => <DrugFace row={row} />,
    text: (name) => name ?? '',
  },
  tradeName: { title: '商品名', width: 110, hidden: true },
  spec: { title: '规格', width: 120, hidden: true },
  formName: { title: '剂型', width: 86, search: { field: 'form', as: dictionaryOf('drug_form') } },
  drugTypeName: { title: '类型', width: 86, search: { field: 'drugType', as: dictionaryOf('drug_type') } },
  manageClassName: { title: '管理类别', width: 104, hidden: true },
  packFactor: {
    title: '包装',
    width: 110,
    cell: (_, row) => `1 ${row.packUnit} = ${qtyText(row.packFactor)} ${row.unitName}`,
    text: (_, row) => `1 ${row.packUnit} = ${qtyText(row.packFactor)} ${row.unitName}`,
  },
  highAlert: { title: '高警示', as: HighAlert, width: 110, search: true, hidden: true },
  storage: {
    title: '贮藏',
    as: DrugStorage,
    width: 170,
    search: true,
    cell: (storage, row) => `${DrugStorage.label(storage)}${row.lightProof ? '，避光' : ''}`,
  },
  maker: { title: '生产厂家', width: 190, sort: true, search: true },
  approvalNo: { title: '批准文号', width: 160, hidden: true },
  holders: { title: '寄存（人）', as: int, width: 92 },
  users: { title: '在用（人）', as: int, width: 92 },
  enabled: { title: '状态', as: onOff, search: true },
  noCrush: { title: '不可掰碎', as: yesNo, width: 90, hidden: true },
  remark: { title: '说明', as: longText, width: 180, hidden: true },
  createTime: { title: '创建时间', as: datetime, sort: true, hidden: true },
})

const called = (row: DrugData) => `${row.drugName} ${row.spec}`

export default function DrugDictionary() {
  const [opened, setOpened] = useState<string | null>(null)
  const [record, setRecord] = useState<NamedRecord | null>(null)
  const [form, setForm] = useState<FormRequest | null>(null)
  const [importing, setImporting] = useState(false)
  return (
    <ListPage
      call={drugDict.calls.list}
      columns={cols}
      rowKey="drugId"
      title="药品字典"
      unit="种"
      create={newDrug()}
      open={(row) => setOpened(row.drugId)}
      heading={called}
      onImport={{ needs: drugDict.calls.importCommit.needs, onClick: () => setImporting(true) }}
      actions={[
        { title: '修改', needs: drugDict.calls.save.needs, form: editDrug },
        recordLogAction(setRecord, (row: DrugData) => ({ type: 'drug', id: row.drugId, title: called(row) })),
        actionOf(drugDict.calls.remove, {
          title: '删除',
          danger: true,
          input: (row: DrugData) => ({ drugId: row.drugId }),
          confirm: (row) => ({
            title: `删除药品“${called(row)}”？`,
            effects: [
              row.holders + row.users > 0
                ? `有 ${Math.max(row.holders, row.users)} 位老人在用或有存药，不能删除，请改为停用`
                : '有过存取或用药记录的不能删除，请改为停用',
              '删除后不能撤销，只能重新新增',
            ],
            verb: '删除药品',
            safe: '不删除',
            touches: [drugKeep],
          }),
          done: (row) => `已删除“${called(row)}”`,
        }),
      ]}
      empty={{ title: '还没有药品', text: '点“新增药品”登记第一种，或用“导入”一次登记多种。' }}
    >
      <DrugDrawer
        drugId={opened}
        onEdit={(row) => {
          setOpened(null)
          setForm(editDrug(row))
        }}
        onClose={() => setOpened(null)}
      />
      <FormHost form={form} onClose={() => setForm(null)} />
      <RecordLogDrawer record={record} onClose={() => setRecord(null)} />
      <ImportDialog
        open={importing}
        title="药品"
        unit="种"
        calls={drugDict.calls}
        touches={[drugDict, drugKeep]}
        notes={[
          '名称、规格、生产厂家都相同的是同一种药：已有的会更新，没有的新增',
          '剂型、类型、最小单位按数据字典中的名称填写',
          '已有存取或用药记录的药品，最小单位不能改',
        ]}
        onClose={() => setImporting(false)}
      />
    </ListPage>
  )
}
