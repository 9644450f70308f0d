export const category = {
  all: 'All',
  eastern: 'Eastern',
  western: 'Western',
  ancient: 'Ancient',
  modern: 'Modern',
  guangong: 'Guangong',
}
