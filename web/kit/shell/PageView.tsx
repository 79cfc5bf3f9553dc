// A page, as soon as its files are there.
import { createElement, use } from 'react'
import type { Page } from '#web/kit/routes'
import { loadedPage, loadPage } from '#web/kit/shell/pageFiles'

export const PageView = ({ page }: { page: Page }) => createElement(loadedPage(page) ?? use(loadPage(page)))
