// The list of document templates of one scope.
import { ArrowUpDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import {
  documentTemplate,
  type Scope,
  TemplateEnabled,
  TemplateKind,
  type TemplateRow,
  templateCode,
} from '#contract/systemSetting/documentTemplate'
import { download, send } from '#web/kit/call'
import { datetime } from '#web/kit/fields/date'
import { int } from '#web/kit/fields/number'
import { keyword, longText, person } from '#web/kit/fields/text'
import { actionOf } from '#web/kit/list/acts'
import { columns } from '#web/kit/list/columns'
import { ListPage } from '#web/kit/list/ListPage'
import { openPage } from '#web/kit/open'
import { SortDrawer } from '#web/kit/parts/SortDrawer'
import { useMay } from '#web/kit/permission'
import { invalidate, useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { docType } from './docType.tsx'
import { HistoryDrawer } from './history.part.tsx'
import { PreviewDrawer, type PreviewRequest } from './preview.part.tsx'

const { calls, pages } = documentTemplate

const cols = columns(calls.list, {
  templateName: {
    title: '模板名称',
    as: person,
    sort: true,
    width: 210,
    search: { field: 'templateName', as: keyword, placeholder: '名称或拼音首字母' },
  },
  docTypeName: { title: '文书类型', width: 130, search: { field: 'docType', as: docType } },
  kind: { title: '形式', as: TemplateKind, width: 120, search: true },
  enabled: { title: '状态', as: TemplateEnabled, search: true },
  fieldCount: { title: '占位符', as: int, width: 80 },
  usedCount: { title: '已生成文书', as: int, width: 100 },
  version: {
    title: '版本',
    width: 80,
    align: 'center',
    cell: (value) => `第 ${value} 版`,
    text: (value) => `第 ${value} 版`,
  },
  remark: { title: '备注', as: longText, width: 220 },
  updateUser: { title: '修改人', width: 90 },
  updateTime: { title: '修改时间', as: datetime, sort: true },
})

const edit = ({ templateId, scope }: TemplateRow) => openPage(pages.edit.path, { templateId, scope })

async function copy({ templateId }: TemplateRow) {
  const made = await send(calls.copy, { templateId }, { loading: true })
  toast.success(`已复制为“${made.templateName}”`)
  void invalidate(documentTemplate)
}

async function enable({ templateId, templateName }: TemplateRow) {
  await send(calls.enable, { templateId, enabled: TemplateEnabled.is.on }, { loading: true })
  toast.success(`“${templateName}”已启用`)
  void invalidate(documentTemplate)
}

const remove = actionOf<typeof calls.remove, TemplateRow>(calls.remove, {
  title: '删除',
  danger: true,
  input: ({ templateId }) => ({ templateId }),
  confirm: ({ templateName, version }) => ({
    title: `删除文书模板“${templateName}”？`,
    effects: [`模板和它的 ${version} 个版本一起删除，不能恢复`, '已经用它生成过文书的模板不能删除，只能停用'],
    verb: '删除模板',
    safe: '不删除',
  }),
  done: ({ templateName }) => `“${templateName}”已删除`,
})

const disable = actionOf<typeof calls.enable, TemplateRow>(calls.enable, {
  title: '停用',
  when: (row) => row.enabled === TemplateEnabled.is.on,
  input: ({ templateId }) => ({ templateId, enabled: TemplateEnabled.is.off }),
  confirm: ({ templateName }) => ({
    title: `停用“${templateName}”？`,
    effects: ['新的文书不能再选用这个模板', '已经生成的文书不受影响，随时可以重新启用'],
    verb: '停用模板',
    safe: '不停用',
  }),
  done: ({ templateName }) => `“${templateName}”已停用`,
})

function SortTemplates({ scope, open, onClose }: { scope: Scope; open: boolean; onClose(): void }) {
  const input = useMemo(() => (open ? { scope, page: 1, size: 1000 } : null), [open, scope])
  const answer = useCall(calls.list, input)
  const sort = useAct(calls.sort, {
    onDone: () => {
      toast.success('顺序已保存')
      onClose()
    },
  })
  const rows = answer.data?.list
  const items = useMemo(
    () => rows?.map((row) => ({ id: row.templateId, title: row.templateName, note: row.docTypeName })),
    [rows],
  )
  return (
    <SortDrawer
      open={open}
      title="文书模板排序"
      items={items}
      saving={sort.running}
      onSave={(templateIds) => void sort.run({ scope, templateIds })}
      onClose={onClose}
    />
  )
}

export function Templates({ scope, title }: { scope: Scope; title: string }) {
  const may = useMay()
  const [sorting, setSorting] = useState(false)
  const [preview, setPreview] = useState<PreviewRequest | null>(null)
  const [history, setHistory] = useState<TemplateRow | null>(null)
  const fixed = useMemo(() => ({ scope }), [scope])
  const code = (act: 'add' | 'edit' | 'delete') => templateCode(scope, act)
  const look = (row: TemplateRow, version?: number) =>
    setPreview({
      kind: 'stored',
      title: version ? `${row.templateName} 第 ${version} 版` : row.templateName,
      templateId: row.templateId,
      word: row.kind === 'word',
      ...(version && { version }),
    })
  return (
    <ListPage
      call={calls.list}
      columns={cols}
      rowKey="templateId"
      title={title}
      unit="个"
      fixed={fixed}
      open={edit}
      create={{ title: '新增模板', needs: code('add'), onClick: () => openPage(pages.add.path, { scope }) }}
      tools={[
        {
          title: '排序',
          needs: code('edit'),
          icon: <ArrowUpDown size={15} aria-hidden />,
          onClick: () => setSorting(true),
        },
      ]}
      actions={[
        { title: may(code('edit')) ? '编辑' : '查看', onClick: edit },
        { title: '预览', onClick: (row) => look(row) },
        { title: '复制', needs: code('add'), onClick: (row) => void copy(row) },
        { title: '历史版本', onClick: setHistory },
        {
          title: '下载 Word 文件',
          when: (row) => row.kind === 'word',
          onClick: (row) => void download(calls.word, { templateId: row.templateId, version: String(row.version) }),
        },
        { ...disable, needs: code('edit') },
        {
          title: '启用',
          needs: code('edit'),
          when: (row) => row.enabled === TemplateEnabled.is.off,
          onClick: (row) => void enable(row),
        },
        { ...remove, needs: code('delete') },
      ]}
      empty={{ title: '还没有文书模板', text: '新增一个模板：在线编写，或上传写好占位符的 Word 文件。' }}
    >
      <SortTemplates scope={scope} open={sorting} onClose={() => setSorting(false)} />
      <HistoryDrawer
        of={history}
        mayEdit={may(code('edit'))}
        onLook={({ version }) => {
          const row = history
          setHistory(null)
          if (row) look(row, version)
        }}
        onRestored={() => {
          setHistory(null)
          void invalidate(documentTemplate)
        }}
        onClose={() => setHistory(null)}
      />
      <PreviewDrawer request={preview} onClose={() => setPreview(null)} />
    </ListPage>
  )
}
