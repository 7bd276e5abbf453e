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
