import { ArrowUpDown } from 'lucide-react'
import { useContext, useMemo, useState } from 'react'
import { FormEnabled, FormFilling, type FormTemplateData, formTemplate } from '#contract/systemSetting/formTemplate'
import { send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { datetime } from '#web/kit/fields/date'
import { int } from '#web/kit/fields/number'
import { keyword, longText, person } from '#web/kit/fields/text'
import { printForm } from '#web/kit/formSheet/PrintedForm'
import { actionOf, type ListHandle } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { FrameContext, usePageState } from '#web/kit/open'
import { SortDrawer } from '#web/kit/parts/SortDrawer'
import { useMay } from '#web/kit/permission'
import { invalidate, useAct, useCall } from '#web/kit/query'
import { useSession } from '#web/kit/session'
import { toast } from '#web/kit/toast'
import { copyForm, editForm, newForm, openDesigner } from './facts.tsx'
import { PreviewDrawer, type PreviewRequest } from './preview.part.tsx'
import { FormTypes } from './types.part.tsx'
import { VersionsDrawer } from './versions.part.tsx'
import './formTemplate.css'

const { calls } = formTemplate

const cols = columns(calls.list, {
  templateName: {
    title: '模板名称',
    as: person,
    sort: true,
    width: 220,
    search: { field: 'templateName', as: keyword, placeholder: '名称或拼音首字母', width: 200 },
  },
  enabled: { title: '状态', as: FormEnabled, search: true },
  typeName: { title: '类型', width: 110 },
  templateType: { title: '填写方式', as: FormFilling },
  fieldCount: { title: '字段', as: int, width: 70 },
  designVersion: { title: '版本', width: 80, align: 'center', cell: (value) => `第 ${value} 版` },
  remark: { title: '备注', as: longText, width: 220 },
  updateBy: { title: '设计人', width: 90 },
  updateTime: { title: '修改时间', as: datetime, sort: true },
})

/** All facts of a row: the call takes them together. */
const factsOf = ({ templateId, typeId, templateName, version }: FormTemplateData) => ({
  templateId,
  typeId,
  templateName,
  version,
})

async function printBlank({ templateId, templateName }: FormTemplateData) {
  const org = useSession.getState().user?.orgInfo.orgName ?? ''
  const { design } = await send(calls.detail, { templateId })
  await printForm({ title: templateName, org, design, values: null })
}

async function enable(row: FormTemplateData) {
  try {
    await send(calls.save, { ...factsOf(row), enabled: FormEnabled.is.on })
    toast.success(`“${row.templateName}”已启用`)
  } catch (error) {
    // The refusal was shown; the row may be another than it looks.
    if (!(error instanceof CallError)) throw error
  }
  void invalidate(formTemplate)
}

function SortTemplates({ typeId, open, onClose }: { typeId: string | null; open: boolean; onClose(): void }) {
  const input = useMemo(() => (open ? { typeId, page: 1, size: 1000 } : null), [open, typeId])
  const answer = useCall(calls.list, input)
  const sort = useAct(calls.sort, {
    onDone: () => {
      toast.success('顺序已保存')
      onClose()
    },
  })
  const rows = answer.data?.list
  const items = useMemo(
    () => rows?.map((row) => ({ id: row.templateId, title: row.templateName, note: row.typeName })),
    [rows],
  )
  return (
    <SortDrawer
      open={open}
      title="表单模板排序"
      items={items}
      saving={sort.running}
      onSave={(ids) => {
        // The places the shown ones have now, so that templates of other types keep theirs.
        const places = (rows ?? []).map((row) => row.sort).sort((a, b) => a - b)
        const strict = places.every((place, i) => i === 0 || place > places[i - 1]!)
        void sort.run({ sorts: ids.map((templateId, i) => ({ templateId, sort: strict ? places[i]! : i + 1 })) })
      }}
      onClose={onClose}
    />
  )
}

export default function FormTemplates() {
  const may = useMay()
  const frame = useContext(FrameContext)
  const [typeId, setTypeId] = usePageState<string | null>('typeId', null)
  const [preview, setPreview] = useState<PreviewRequest | null>(null)
  const [versions, setVersions] = useState<FormTemplateData | null>(null)
  const [sorting, setSorting] = useState(false)
  const fixed = useMemo(() => ({ typeId }), [typeId])
  const choose = (next: string | null) => {
    // Another type begins at its first page.
    const kept = frame?.kept
    const list = kept?.get('list')
    if (kept && list) kept.set('list', { ...list, page: 1 })
    setTypeId(next)
  }
  const edits = may(calls.edit.needs)
  return (
    <div className="yy-ft yy-flex-1 yy-low yy-grid yy-gap-12">
      <FormTypes chosen={typeId} onChoose={choose} />
      <ListPage
        key={typeId}
        call={calls.list}
        columns={cols}
        rowKey="templateId"
        title="表单模板"
        unit="份"
        fixed={fixed}
        create={{
          title: '新增模板',
          needs: calls.save.needs,
          onClick: (list: ListHandle) => list.openForm(newForm(typeId)),
        }}
        tools={[
          {
            title: '排序',
            icon: <ArrowUpDown size={15} aria-hidden />,
            needs: calls.sort.needs,
            onClick: () => setSorting(true),
          },
        ]}
        open={(row) => (edits ? openDesigner(row.templateId) : setPreview(row))}
        heading={(row) => row.templateName}
        actions={[
          { title: '设计', needs: calls.edit.needs, onClick: (row) => openDesigner(row.templateId) },
          {
            title: '预览',
            onClick: ({ templateId, templateName }) => setPreview({ templateId, templateName }),
          },
          { title: '打印空表', when: (row) => row.fieldCount > 0, onClick: (row) => void printBlank(row) },
          { title: '修改资料', needs: calls.save.needs, form: editForm },
          { title: '复制', needs: calls.save.needs, form: copyForm },
          {
            title: '启用',
            needs: calls.save.needs,
            when: (row) => row.enabled === FormEnabled.is.off,
            onClick: (row) => void enable(row),
          },
          actionOf(calls.save, {
            title: '停用',
            when: (row: FormTemplateData) => row.enabled === FormEnabled.is.on,
            input: (row) => ({ ...factsOf(row), enabled: FormEnabled.is.off }),
            confirm: (row) => ({
              title: `停用“${row.templateName}”？`,
              effects: ['填表时不再出现这份表单', '已填好的不受影响，随时可以再启用'],
              verb: '停用',
              safe: '不停用',
            }),
            done: (row) => `“${row.templateName}”已停用`,
          }),
          { title: '历史版本', needs: calls.versions.needs, onClick: setVersions },
          actionOf(calls.remove, {
            title: '删除',
            danger: true,
            input: (row: FormTemplateData) => ({ templateId: row.templateId }),
            confirm: (row) => ({
              title: `删除表单模板“${row.templateName}”？`,
              effects: [`连同 ${row.designVersion} 个设计版本一起删除`, '已有人填过的不能删除，可以停用', '不能撤销'],
              verb: '删除模板',
              safe: '不删除',
            }),
            done: (row) => `已删除“${row.templateName}”`,
          }),
        ]}
        empty={{
          title: typeId ? '这个类型里还没有表单' : '还没有表单模板',
          text: '新增一份，在设计页面把字段拖到纸上；也可以复制已有的再改。',
        }}
      >
        <PreviewDrawer request={preview} onClose={() => setPreview(null)} />
        <VersionsDrawer
          row={versions}
          onPreview={(request) => {
            setVersions(null)
            setPreview(request)
          }}
          onClose={() => setVersions(null)}
        />
        <SortTemplates typeId={typeId} open={sorting} onClose={() => setSorting(false)} />
      </ListPage>
    </div>
  )
}
