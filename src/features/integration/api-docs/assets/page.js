'use strict';
// Pages can be read without it. With it, the search finds parts of every page.
const form = document.querySelector('form');
const input = document.getElementById('search');
const results = document.getElementById('results');
const article = document.querySelector('article');
const steps = document.querySelector('.steps');
form.hidden = false;

const contents = document.querySelector('nav details');
if (matchMedia('(max-width: 860px)').matches) contents.open = false;

let loading;
const load = () => (loading ??= fetch('/docs/search.json').then((response) => response.json()));

function item({ title, href, text }, words) {
  const entry = document.createElement('li');
  const link = document.createElement('a');
  link.href = href;
  link.textContent = title;
  const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 60);
  const snippet = document.createElement('p');
  snippet.textContent = `${at > 0 ? '… ' : ''}${text.slice(at, at + 180)}`;
  entry.append(link, snippet);
  return entry;
}

async function find() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const isSearching = words.length > 0;
  if (isSearching) {
    const entries = await load();
    const score = ({ title, text }) =>
      words.every((word) => `${title} ${text}`.toLowerCase().includes(word))
        ? 1 + words.filter((word) => title.toLowerCase().includes(word)).length
        : 0;
    const found = entries
      .map((entry) => ({ entry, score: score(entry) }))
      .filter((one) => one.score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, 30);
    const heading = document.createElement('h1');
    heading.textContent = found.length === 0 ? 'Nothing found' : 'Search results';
    heading.setAttribute('role', 'status');
    const list = document.createElement('ul');
    list.append(...found.map(({ entry }) => item(entry, words)));
    results.replaceChildren(heading, list);
  }
  results.hidden = !isSearching;
  article.hidden = isSearching;
  steps.hidden = isSearching;
}
input.addEventListener('input', find);
form.addEventListener('submit', (event) => event.preventDefault());
results.addEventListener('click', (event) => {
  if (!(event.target instanceof HTMLAnchorElement)) return;
  input.value = '';
  find();
});

function open() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}
addEventListener('hashchange', open);
open();

// Every example has the same tabs. A choice is for all examples, also of the next pages.
const languageNames = { curl: 'curl', node: 'Node', php: 'PHP', python: 'Python' };
const storageKey = 'countinghouse-docs-language';
const groups = [...document.querySelectorAll('.tabs')].map((group, index) => {
  const list = document.createElement('div');
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language');
  const tabs = [...group.querySelectorAll('pre')].map((panel) => {
    const { language } = panel.dataset;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = languageNames[language];
    button.id = `tab-${index}-${language}`;
    panel.id = `code-${index}-${language}`;
    button.setAttribute('role', 'tab');
    button.setAttribute('aria-controls', panel.id);
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', button.id);
    button.addEventListener('click', () => choose(language, button));
    return { language, button, panel };
  });
  list.append(...tabs.map(({ button }) => button));
  list.addEventListener('keydown', (event) => {
    const at = tabs.findIndex(({ button }) => button === event.target);
    const last = tabs.length - 1;
    const next = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const tab = tabs[next[event.key]];
    if (!tab) return;
    event.preventDefault();
    choose(tab.language, tab.button);
    tab.button.focus();
  });
  const bar = document.createElement('div');
  bar.className = 'bar';
  bar.append(list);
  addCopyButton(bar, () => tabs.find(({ panel }) => !panel.hidden).panel.textContent);
  group.prepend(bar);
  return tabs;
});
for (const block of document.querySelectorAll('article > pre')) {
  const bar = document.createElement('div');
  bar.className = 'bar';
  addCopyButton(bar, () => block.textContent);
  if (bar.firstChild) block.before(bar);
}

/** A browser copies only from a page that was sent over HTTPS, or of its own machine. */
function addCopyButton(bar, readText) {
  if (!navigator.clipboard) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  const said = document.createElement('span');
  said.setAttribute('role', 'status');
  let timer;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(readText());
      said.textContent = 'Copied';
    } catch {
      said.textContent = 'The browser does not allow copying';
    }
    clearTimeout(timer);
    timer = setTimeout(() => (said.textContent = ''), 4000);
  });
  bar.append(said, button);
}

function show(language) {
  for (const tabs of groups) {
    const chosen = tabs.find((tab) => tab.language === language) ?? tabs[0];
    for (const tab of tabs) {
      tab.panel.hidden = tab !== chosen;
      tab.button.setAttribute('aria-selected', String(tab === chosen));
      tab.button.tabIndex = tab === chosen ? 0 : -1;
    }
  }
}

// Examples above change their height: the one that was chosen stays where it is.
function choose(language, button) {
  const before = button.getBoundingClientRect().top;
  show(language);
  scrollBy({ top: button.getBoundingClientRect().top - before, behavior: 'instant' });
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // A browser without storage forgets the choice.
  }
}

function readChoice() {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
show(readChoice());
