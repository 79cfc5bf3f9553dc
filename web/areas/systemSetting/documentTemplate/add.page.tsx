import type { Scope } from '#contract/systemSetting/documentTemplate'
import { usePageParams } from '#web/kit/open'
import { TemplateEditor } from './editor.part.tsx'

export default function AddTemplate() {
  const { scope } = usePageParams<'scope'>()
  return <TemplateEditor scope={(scope === 'home' ? 'home' : 'org') satisfies Scope} opened={null} />
}
