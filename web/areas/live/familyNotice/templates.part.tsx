// Texts kept for reuse: one press begins a notice with it.
import { Button } from 'antd'
import { type FamilyNoticeTemplateData, familyNotice } from '#contract/live/familyNotice'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { Empty } from '#web/kit/parts/Empty'
import { Loaded } from '#web/kit/parts/Loaded'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { Allowed } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import './familyNotice.css'

const { templates, addTemplate, saveTemplate, removeTemplate } = familyNotice.calls

const remove = (row: FamilyNoticeTemplateData) =>
  confirmCall(removeTemplate, {
    input: { templateId: row.templateId },
    title: `删除模板“${row.name}”？`,
    effects: ['用它写过的通知不受影响', '删除后不能恢复'],
    verb: '删除模板',
    safe: '不删除',
    danger: true,
    done: '已删除模板',
  })

interface TemplatesProps {
  open: boolean
  onUse(row: FamilyNoticeTemplateData): void
  onNew(): void
  onEdit(row: FamilyNoticeTemplateData): void
  onClose(): void
}

export function TemplatesDrawer({ open, onUse, onNew, onEdit, onClose }: TemplatesProps) {
  const of = useCall(templates, open ? { name: null, page: 1, size: 500, orderBy: null } : null)
  const add = (
    <Allowed needs={addTemplate.needs}>
      <Button type="primary" onClick={onNew}>
        新增模板
      </Button>
    </Allowed>
  )
  return (
    <SideDrawer open={open} title="家属通知模板" onClose={onClose} asks={false}>
      <Loaded of={of} what="通知模板" lines={8}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty title="还没有模板" text="把常用的通知存成模板，下次点一下就能用。" acts={add} />
          ) : (
            <>
              {add}
              {list.map((row) => (
                <section key={row.templateId} className="yy-familynotice-template">
                  <b>{row.name}</b>
                  <p>{row.content}</p>
                  <Allowed needs={saveTemplate.needs}>
                    <span className="yy-inline-flex yy-gap-8">
                      <Button onClick={() => onUse(row)}>用它起草</Button>
                      <Button onClick={() => onEdit(row)}>修改</Button>
                      <Button onClick={() => void remove(row)}>删除</Button>
                    </span>
                  </Allowed>
                </section>
              ))}
            </>
          )
        }
      </Loaded>
    </SideDrawer>
  )
}
