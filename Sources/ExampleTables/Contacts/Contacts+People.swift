import TablePages

extension Contacts {
  /// Surname, name and place, sorted by surname.
  static let people: [Contact] = list.split(separator: "\n").enumerated().map { position, line in
    let parts = line.split(separator: "|").map(String.init)
    return Contact(
      id: RowKey(position + 1), name: parts[1], surname: parts[0], place: parts[2], isSelected: position == 4)
  }

  private static let list = """
    Almeida|Roberto|Rio de Janeiro, Brazil
    Andersson|Linnea|Uppsala, Sweden
    Asante|Kofi|Kumasi, Ghana
    Barnett|Julia|Salt Lake City, USA
    Bernard|Camille|Paris, France
    Brooks|Michelle|New York, USA
    Brown|Robert|Toronto, Canada
    Chase|Kathy|Reno, USA
    Costa|Marta|Porto, Portugal
    Cunningham|Richard|Fort Worth, USA
    Duarte|Ines|Coimbra, Portugal
    Dubois|Marc|Lyon, France
    Eze|Chidi|Enugu, Nigeria
    Fernandes|João|Lisbon, Portugal
    Francis|Edward|Ottawa, Canada
    Girard|Wyatt|Bordeaux, France
    Gonçalves|Luís|São José dos Campos, Brazil
    Gordon|John|Boston, USA
    Goyer|Tim|Cupertino, USA
    Gray|Patrick|Tucson, USA
    Gruber|Astrid|Vienna, Austria
    Gutiérrez|Diego|Buenos Aires, Argentina
    Hämäläinen|Terhi|Helsinki, Finland
    Hansen|Bjørn|Oslo, Norway
    Harris|Frank|Mountain View, USA
    Holý|Helena|Prague, Czechia
    Hughes|Phil|London, United Kingdom
    Ito|Haruka|Sapporo, Japan
    Johansson|Joakim|Stockholm, Sweden
    Jones|Emma|London, United Kingdom
    Köhler|Leonie|Stuttgart, Germany
    Kovács|Ladislav|Budapest, Hungary
    Leacock|Heather|Orlando, USA
    Lefebvre|Dominique|Paris, France
    Lind|Tomas|Gothenburg, Sweden
    Mancini|Lucas|Rome, Italy
    Martins|Eduardo|São Paulo, Brazil
    Mercier|Isabelle|Dijon, France
    Miller|Dan|Fremont, USA
    Mitchell|Aaron|Winnipeg, Canada
    Muñoz|Enrique|Madrid, Spain
    Murray|Steve|Edinburgh, United Kingdom
    Nielsen|Kara|Copenhagen, Denmark
    O'Reilly|Hugh|Dublin, Ireland
    Okafor|Ada|Lagos, Nigeria
    Pareek|Manoj|Delhi, India
    Peeters|Daan|Brussels, Belgium
    Peterson|Jennifer|Vancouver, Canada
    Philips|Mark|Edmonton, Canada
    Quinn|Nora|Galway, Ireland
    Ralston|Frank|Chicago, USA
    Ramos|Fernanda|Brasília, Brazil
    Rocha|Alexandre|São Paulo, Brazil
    Rojas|Luis|Santiago, Chile
    Sampaio|Madalena|Porto, Portugal
    Schneider|Hannah|Berlin, Germany
    Schröder|Niklas|Berlin, Germany
    Silk|Martha|Halifax, Canada
    Smith|Jack|Redmond, USA
    Srivastava|Puja|Bangalore, India
    Stevens|Victor|Madison, USA
    Sullivan|Ellie|Yellowknife, Canada
    Taylor|Mark|Sydney, Australia
    Tremblay|François|Montréal, Canada
    Van der Berg|Johannes|Amsterdam, Netherlands
    Wichterlová|František|Prague, Czechia
    Wójcik|Stanisław|Warsaw, Poland
    Zimmermann|Fynn|Frankfurt, Germany
    """
}
