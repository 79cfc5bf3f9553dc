// What the administration does on every page: the count of one's own to-dos stands in the menu and follows them.
import { useTodoBadge } from './todoBadge.ts'

export default function AdministrationInShell() {
  useTodoBadge()
  return null
}
