import { ChevronDown } from 'lucide-react'
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
  return (
    <Menu
      trigger={
        <button type="button" className="nav-button">
          {t('shell.explore')}
          <Icon of={ChevronDown} size="small" />
        </button>
      }
    >
      {categories.map((category) => (
        <MenuLink key={category.id} to={categoryPath(category.id)}>
          {nameOf(category)}
        </MenuLink>
      ))}
    </Menu>
  )
}
