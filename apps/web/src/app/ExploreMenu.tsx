import { ChevronDown } from 'lucide-react'
import { useLocation } from 'react-router'
import { useCategoryName } from '../entities/category-name.ts'
import { useTranslation } from '../i18n/translate.ts'
import { Icon } from '../kit/icons.tsx'
import { Menu, MenuLink } from '../kit/Menu.tsx'
import { categoryPath } from '../lib/links.ts'
import { useCategories } from '../lib/site.ts'

export function ExploreMenu() {
  const { t } = useTranslation()
  const categories = useCategories()
  const nameOf = useCategoryName()
  const { pathname } = useLocation()
  return (
    <Menu
      trigger={
        <button type="button" className={pathname === '/explore' ? 'nav-button on' : 'nav-button'}>
          {t('shell.explore')}
          <Icon of={ChevronDown} size="small" />
        </button>
      }
    >
      <MenuLink to="/explore">{t('shell.allWorks')}</MenuLink>
      {categories.map((category) => (
        <MenuLink key={category.id} to={categoryPath(category.id)}>
          {nameOf(category)}
        </MenuLink>
      ))}
    </Menu>
  )
}
